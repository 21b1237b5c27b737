import PlayerKit

/// The state of a client, except for the progress of its commands.
struct MPDClient {
  /// MPD's limits of messages and channels for a client.
  static let maximumMessages = 64
  static let maximumChannels = 16
  /// The largest part of a picture in one answer.
  static let largestBinary = 4 << 20
  /// The number of wrong passwords after which the connection is closed.
  static let maximumTries = 5

  /// The client's IPv4 address or IPv6 network.
  let address: String
  var isAuthorized: Bool
  var wrongPasswords = 0
  /// The maximum number of picture bytes in one answer.
  var binaryLimit = 8_192
  /// The tags that the client wants.
  var tags = MPDTag.usual
  var channels: Set<String> = []
  var messages: [(channel: String, text: String)] = []

  init(isAuthorized: Bool, address: String = "") {
    self.isAuthorized = isAuthorized
    self.address = address
  }
}

/// The result of a command.
enum MPDResult {
  case answer(MPDAnswer)
  case waits(MPDSubsystems)
  case leaves
  /// Run the command at this time, not before.
  case delayed(until: MonotonicInstant)
  /// The answer must be loaded, off the server's thread.
  case later(@Sendable () async throws -> MPDAnswer)

  static let done = MPDResult.answer(.nothing)

  static func lines(_ body: (inout MPDResponse) -> Void) -> MPDResult {
    var response = MPDResponse()
    body(&response)
    return .answer(.lines(response))
  }
}
