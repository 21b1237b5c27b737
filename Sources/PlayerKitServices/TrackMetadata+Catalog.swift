import PlayerKit

extension TrackMetadata {
  /// The description for finding the recording at another service. `nil` if the title or the artist
  /// is missing.
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

  /// Makes the metadata of a recording for display.
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

  /// Returns the metadata with an ISRC that earlier versions stored separately.
  package func with(storedISRC isrc: String?) -> TrackMetadata {
    guard let isrc, details.isrc == nil else { return self }
    var metadata = self
    metadata.details.isrc = isrc
    return metadata
  }
}

extension CatalogEntry {
  /// Makes an entry from the metadata of a service's track.
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

  /// The longer side of entry pictures, in pixels.
  public static var artworkSize: Int { 300 }
}
