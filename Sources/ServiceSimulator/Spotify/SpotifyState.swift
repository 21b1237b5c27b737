import Foundation
import Locking

/// What the two hosts of Spotify and the control share: the switches and the tokens. It outlives resets;
/// what it holds does not.
final class SpotifyState: Sendable {
  let client: SpotifyClientKey

  private struct Content {
    var settings = SpotifySettings()
    var tokens = SpotifyTokenBook()
  }

  private let content = Locked(Content())

  init(client: SpotifyClientKey) {
    self.client = client
  }

  var settings: SpotifySettings {
    content.withLock { $0.settings }
  }

  func change(_ change: (inout SpotifySettings) -> Void) {
    content.withLock { change(&$0.settings) }
  }

  func withTokens<Result, Failure: Error>(
    _ body: (inout SpotifyTokenBook) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try content.withLock { content throws(Failure) in try body(&content.tokens) }
  }

  func reset() {
    content.withLock { $0 = Content() }
  }
}
