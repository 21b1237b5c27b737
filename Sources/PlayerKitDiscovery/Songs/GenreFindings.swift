import PlayerKitServices

/// Combines the genres and types of a recording.
struct GenreFindings {
  static let spokenTypes: Set<String> = [
    "spokenword", "spoken word", "audiobook", "audio drama", "interview", "field recording",
  ]
  private static let spokenKinds: Set<String> = [
    "audiobook", "podcast", "podcast-episode", "episode",
  ]

  var spoken: Set<String> = []
  var funny: Set<String> = []
  var music: Set<String> = []
  /// The services that call the recording music.
  var musicServices: Set<CatalogService> = []
  /// The services' types of the album.
  var types: Set<String> = []
  /// The services' types of the recording.
  var kinds: Set<String> = []
  /// Whether one service gives genres of both speech and music.
  var isMixed = false

  mutating func read(_ names: [String], _ service: CatalogService) {
    var (hasSpeech, hasMusic) = (false, false)
    for name in names {
      switch SpeechGenre(name) {
      case .speech:
        spoken.insert(name)
        hasSpeech = true
      case .comedy: funny.insert(name)
      case .music:
        music.insert(name)
        hasMusic = true
      case .neutral: break
      }
    }
    if hasMusic { musicServices.insert(service) }
    if hasSpeech, hasMusic { isMixed = true }
  }

  mutating func read(type: String) {
    if Self.spokenTypes.contains(type.lowercased()) { types.insert(type) }
  }

  mutating func read(kind: String) {
    if Self.spokenKinds.contains(kind.lowercased()) { kinds.insert(kind) }
  }
}
