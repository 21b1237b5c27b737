import PlayerKit

extension TrackMetadata {
  /// What it takes to find the same recording in another service; `nil` where the title or the artist is
  /// missing.
  public var recording: Recording? {
    guard let title else { return nil }
    let known = details
    let artists = known.artists.isEmpty ? [artist].compactMap(\.self) : known.artists
    guard !artists.isEmpty else { return nil }
    return Recording(
      title: title,
      artists: artists,
      album: album,
      duration: duration,
      isrc: known.isrc,
      musicBrainzID: known.musicBrainz?.recording,
      isExplicit: known.isExplicit
    )
  }

  /// What is known of a recording, to be shown.
  public init(_ recording: Recording) {
    var details = TrackDetails()
    details.artists = recording.artists
    details.isrc = recording.isrc
    if let id = recording.musicBrainzID { details.musicBrainz = MusicBrainzIDs(recording: id) }
    details.isExplicit = recording.isExplicit
    self.init(
      title: recording.title,
      artist: recording.artists.isEmpty ? nil : recording.artists.joined(separator: ", "),
      album: recording.album,
      duration: recording.duration?.ifPlausible,
      details: details
    )
  }

  /// This, with a code that earlier versions stored beside it.
  package func with(storedISRC isrc: String?) -> TrackMetadata {
    guard let isrc, details.isrc == nil else { return self }
    var metadata = self
    metadata.details.isrc = isrc
    return metadata
  }
}

extension CatalogEntry {
  /// What a track of a service knows of itself.
  public init(_ link: MusicLink, item: String?, metadata: TrackMetadata) {
    self.init(link, item: item, title: metadata.title)
    let details = metadata.details
    artist = metadata.artist
    album = metadata.album
    duration = metadata.duration
    isrc = details.isrc
    musicBrainzID = details.musicBrainz?.recording
    isExplicit = details.isExplicit
    artworkURL = details.artwork?.url(atLeast: Self.artworkSize)
  }

  /// The longer side of the pictures of entries, in pixels.
  public static var artworkSize: Int { 300 }
}
