import Foundation

/// One line of `--json`.
struct ToolEvent: Decodable {
  var event: String
  var t: Double
  var entry: String?
  var index: Int?
  var playerType: String?
  var id: String?
  var title: String?
  var reason: String?
  var state: String?
  var from: String?
  var position: Double?
  var duration: Double?
  var buffering: Bool?
  var code: String?
  var status: Int?
  var retryable: Bool?
  var action: String?
  var message: String?
  var count: Int?
  var version: Int?
  var line: String?
  var shuffle: Bool?
  var `repeat`: String?
  var volume: Double?
  var rate: Double?
  var stopAfterCurrent: Bool?
  var artist: String?
  var album: String?
  var artwork: Bool?
  var start: Double?
  var text: String?
  var because: Reason?
  var service: String?

  /// Why a track of a radio was chosen.
  struct Reason: Decodable, Equatable {
    var kind: String
    var text: String
    var services: [String]
  }

  static let known: Set = [
    "track", "state", "position", "buffering", "seek", "error", "queue", "ended", "rejected",
    "options", "metadata", "chapter", "lyric", "scrobbled",
  ]

  /// Decodes a line. Throws if it is not a JSON object in the form of all events.
  init(line: String) throws {
    self = try JSONDecoder().decode(ToolEvent.self, from: Data(line.utf8))
  }
}

extension Tool.Run {
  /// All lines of standard output as events.
  func events() throws -> [ToolEvent] {
    try lines.map(ToolEvent.init(line:))
  }

  /// The events of one kind.
  func events(_ kind: String) throws -> [ToolEvent] {
    try events().filter { $0.event == kind }
  }
}
