/// How much each finding says.
enum SpeechWeights {
  /// What a store calls the recording itself.
  static let kind = 4.0
  /// A genre of speech, an album's type or title.
  static let decisive = 2.5
  /// The same where one service calls it music.
  static let contested = 1.8
  /// The same where several do, or one calls it both.
  static let mixed = 1.1
  /// A second thing that says the same.
  static let confirmed = 0.4
  /// The same where there is much doubt.
  static let hinted = 0.1
  /// A quarter of an hour or more, of what may be speech.
  static let long = 0.5
  /// Comedy alone: spoken or sung.
  static let comedy = 0.8
  /// Comedy where other services call it music.
  static let mixedComedy = 0.4
  /// Comedy on a stage.
  static let live = 0.15
  /// Listeners call the artist a stand-up comedian, or one who sings.
  static let standUp = 0.2
  /// A genre of music.
  static let music = -0.7
  /// A title that says it.
  static let plainTitle = 3.0
  /// A title that is nothing but an introduction.
  static let bareTitle = 1.8
  /// A title that may say it.
  static let possibleTitle = 0.7
  /// A title that says that it is music.
  static let musicTitle = -0.9
  /// A title that calls itself a song.
  static let songTitle = -1.5
  /// A part among parts.
  static let parts = 1.9
  /// A part of its own.
  static let part = 0.2
  /// A tag that many use.
  static let tag = 1.0
  /// Somebody reads.
  static let reader = 1.2
  /// Who wrote the music is named, and is not the artist alone.
  static let composer = -0.7
  /// Nobody is named who wrote it, though the service names such people for others of the album.
  static let noComposer = 0.1
  /// Very short, or very many, or all alike.
  static let shape = 0.2
  /// The same title is on an album of music.
  static let namesake = -0.4
  /// Among what is heard most of the artist.
  static let popular = -0.8
  /// Among what is heard least.
  static let unpopular = 0.1
}
