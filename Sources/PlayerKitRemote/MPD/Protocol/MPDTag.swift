/// The tags that songs are told with.
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

  /// The tag of a name. Case does not count.
  init?(named name: String) {
    let name = name.lowercased()
    guard let tag = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
      return nil
    }
    self = tag
  }

  /// Whether a name is one of MPD's tags, also of those that nothing here has.
  static func isKnown(_ name: String) -> Bool {
    MPDTag(named: name) != nil || others.contains(name.lowercased())
  }

  private static let others: Set = [
    "artistsort", "albumsort", "albumartistsort", "originaldate", "composersort", "performer",
    "conductor", "work", "movement", "movementnumber", "ensemble", "location", "grouping", "label",
    "musicbrainz_workid", "mood", "titlesort", "showmovement",
  ]

  /// All but comments: MPD, too, tells these only where it is asked to.
  static let usual: Set<MPDTag> = Set(allCases).subtracting([.comment])
}
