/// A recording split into parts for comparison.
struct RecordingReading: Sendable {
  let title: TitleReader
  let artists: ArtistCredit
  let album: TitleReader?
  /// The duration in seconds. `nil` if unknown.
  let seconds: Double?
  let isrc: String?
  let musicBrainzID: String?
  let isExplicit: Bool?
  /// The versions that the album's title states for all its tracks.
  let albumVersions: Set<VersionMarker>

  /// Names of the same artists.
  let aliases: ArtistAliases

  init(_ recording: Recording, _ aliases: ArtistAliases = ArtistAliases()) {
    self.aliases = aliases
    title = TitleReader(recording.title)
    artists = ArtistCredit(recording.artists, titleGuests: title.featured, aliases: aliases)
    let text = recording.album ?? ""
    album = text.isEmpty ? nil : TitleReader(text)
    seconds = recording.duration.flatMap { $0 > .zero ? $0 / .seconds(1) : nil }
    isrc = RecordingCode.normal(recording.isrc)
    musicBrainzID = MusicBrainzID.normal(recording.musicBrainzID)
    isExplicit = recording.isExplicit ?? title.isExplicit
    let found = album.map {
      $0.versions.union(VersionReader.versions(ofAlbum: $0.nameWords))
    }
    albumVersions = (found ?? []).filter { VersionMarker.Kind.ofAlbums.contains($0.kind) }
  }

  /// Returns the details of a kind, from the title or otherwise from the album's title.
  func details(_ kind: VersionMarker.Kind) -> Set<String>? {
    let own = title.versions.filter { $0.kind == kind }.map(\.details)
    let albums = albumVersions.filter { $0.kind == kind }.map(\.details)
    let details = own.reduce(into: Set<String>()) { $0.formUnion($1) }
    if !own.isEmpty, !details.isEmpty { return details }
    guard !own.isEmpty || !albums.isEmpty else { return nil }
    return albums.reduce(into: details) { $0.formUnion($1) }
  }

  var kinds: Set<VersionMarker.Kind> { Set(title.versions.map(\.kind)) }
  var albumKinds: Set<VersionMarker.Kind> { Set(albumVersions.map(\.kind)) }
}
