extension AppleMusic.Song {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artist was not fetched.
  public var recording: Recording? {
    guard let attributes, let name = attributes.name, let artist = attributes.artistName else {
      return nil
    }
    return Recording(
      title: name,
      artists: [artist],
      album: attributes.albumName,
      duration: attributes.duration,
      isrc: attributes.isrc,
      isExplicit: attributes.contentRating == .explicit
    )
  }
}

extension ITunes.Song {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artist is missing. The store tells no ISRC.
  public var recording: Recording? {
    guard let name, let artistName else { return nil }
    return Recording(
      title: name,
      artists: [artistName],
      album: collectionName,
      duration: duration,
      isExplicit: explicitness.map { $0 == .explicit }
    )
  }
}

extension Spotify.Track {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artists are missing.
  public var recording: Recording? {
    let artists = (artists?.members ?? []).compactMap(\.name)
    guard let name, !artists.isEmpty else { return nil }
    return Recording(
      title: name,
      artists: artists,
      album: album?.name,
      duration: durationMilliseconds.map { .milliseconds($0) },
      isrc: externalIDs?.isrc,
      isExplicit: isExplicit
    )
  }
}
