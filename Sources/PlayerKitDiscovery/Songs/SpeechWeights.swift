/// The weights of findings.
enum SpeechWeights {
  /// The store's type of the recording itself.
  static let kind = 4.0
  /// A genre of speech, or the type or title of an album.
  static let decisive = 2.5
  /// The same, if one service calls it music.
  static let contested = 1.8
  /// The same, if several services do, or one calls it both.
  static let mixed = 1.1
  /// A second finding that confirms the first.
  static let confirmed = 0.4
  /// The same, if there is much doubt.
  static let hinted = 0.1
  /// A length of at least 15 minutes, if the recording may be speech.
  static let long = 0.5
  /// Comedy alone, which may be spoken or sung.
  static let comedy = 0.8
  /// Comedy, if other services call it music.
  static let mixedComedy = 0.4
  /// Comedy on stage.
  static let live = 0.15
  /// A listeners' tag that calls the artist a stand-up comedian, or one who sings.
  static let standUp = 0.2
  /// A genre of music.
  static let music = -0.7
  /// A title that clearly indicates speech.
  static let plainTitle = 3.0
  /// A title that consists only of a word for an introduction.
  static let bareTitle = 1.8
  /// A title that may indicate speech.
  static let possibleTitle = 0.7
  /// A title that indicates music.
  static let musicTitle = -0.9
  /// A title that calls itself a song.
  static let songTitle = -1.5
  /// A numbered part among others.
  static let parts = 1.9
  /// A single numbered part.
  static let part = 0.2
  /// A frequent tag.
  static let tag = 1.0
  /// A credited reader.
  static let reader = 1.2
  /// Composers are named, and not only the artist.
  static let composer = -0.7
  /// No composer is named, though the service names composers for other tracks of the album.
  static let noComposer = 0.1
  /// A very short track, very many tracks, or tracks of equal length.
  static let shape = 0.2
  /// The same title occurs on an album of music.
  static let namesake = -0.4
  /// Among the artist's most popular recordings.
  static let popular = -0.8
  /// Among the artist's least popular recordings.
  static let unpopular = 0.1
}
