import PlayerKit

/// What the server remembers of a connection, beside how far its commands are.
struct MPDClient {
  /// MPD keeps as many messages for a client, and lets it hear as many channels.
  static let mostMessages = 64
  static let mostChannels = 16
  /// The largest part of a picture in one answer.
  static let largestBinary = 4 << 20
  /// So many wrong passwords end a connection.
  static let mostTries = 5

  /// Where it is: an address of IPv4, or the network of one of IPv6.
  let address: String
  var isAuthorized: Bool
  var wrongPasswords = 0
  /// How many bytes of a picture go into one answer.
  var binaryLimit = 8_192
  /// The tags that it wants to read.
  var tags = MPDTag.usual
  var channels: Set<String> = []
  var messages: [(channel: String, text: String)] = []

  init(isAuthorized: Bool, address: String = "") {
    self.isAuthorized = isAuthorized
    self.address = address
  }
}

/// What comes of a command.
enum MPDResult {
  case answer(MPDAnswer)
  case waits(MPDSubsystems)
  case leaves
  /// The command is to be run at this time, and not before.
  case delayed(until: MonotonicInstant)
  /// Somebody else has to be asked; not on the thread of the server.
  case later(@Sendable () async throws -> MPDAnswer)

  static let done = MPDResult.answer(.nothing)

  static func lines(_ body: (inout MPDResponse) -> Void) -> MPDResult {
    var response = MPDResponse()
    body(&response)
    return .answer(.lines(response))
  }
}
