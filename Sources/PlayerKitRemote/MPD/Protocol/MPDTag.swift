/// The supported tags of songs.
enum MPDTag: String, CaseIterable {
  case artist = "Artist"
  case album = "Album"
  case albumArtist = "AlbumArtist"
  case title = "Title"
  case track = "Track"
  case name = "Name"
  case genre = "Genre"
  case date = "Date"
  case composer = "Composer"
  case disc = "Disc"
  case comment = "Comment"
  case musicBrainzArtist = "MUSICBRAINZ_ARTISTID"
  case musicBrainzAlbum = "MUSICBRAINZ_ALBUMID"
  case musicBrainzAlbumArtist = "MUSICBRAINZ_ALBUMARTISTID"
  case musicBrainzTrack = "MUSICBRAINZ_TRACKID"
  case musicBrainzReleaseTrack = "MUSICBRAINZ_RELEASETRACKID"

  /// Makes a tag from its name, ignoring case.
  init?(named name: String) {
    let name = name.lowercased()
    guard let tag = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
      return nil
    }
    self = tag
  }

  /// Returns whether MPD knows a tag of this name, even if it is not supported here.
  static func isKnown(_ name: String) -> Bool {
    MPDTag(named: name) != nil || others.contains(name.lowercased())
  }

  private static let others: Set = [
    "artistsort", "albumsort", "albumartistsort", "originaldate", "composersort", "performer",
    "conductor", "work", "movement", "movementnumber", "ensemble", "location", "grouping", "label",
    "musicbrainz_workid", "mood", "titlesort", "showmovement",
  ]

  /// All tags except comments. MPD also sends comments only on request.
  static let usual: Set<MPDTag> = Set(allCases).subtracting([.comment])
}
