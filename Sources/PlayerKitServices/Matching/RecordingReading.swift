/// A recording taken apart, to be compared with others.
struct RecordingReading: Sendable {
  let title: TitleReader
  let artists: ArtistCredit
  let album: TitleReader?
  /// Seconds; `nil` where it is not known.
  let seconds: Double?
  let isrc: String?
  let musicBrainzID: String?
  let isExplicit: Bool?
  /// What the album's title says of all that is on it.
  let albumVersions: Set<VersionMarker>

  init(_ recording: Recording) {
    title = TitleReader(recording.title)
    artists = ArtistCredit(recording.artists, titleGuests: title.featured)
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

  /// The versions of a kind, from the title, or else from the album's.
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
