import Foundation
import PlayerKitSystem

/// The state that Spotify's two hosts and the control share: the settings and the tokens. The
/// object survives resets; its contents don't.
final class SpotifyState: Sendable {
  let client: ClientKey

  private struct Content {
    var settings = SpotifySettings()
    var tokens = SpotifyTokenBook()
    var actions: [(at: Date, action: SpotifyUserAction)] = []
  }

  private let content = Locked(Content())

  init(client: ClientKey) {
    self.client = client
  }

  var settings: SpotifySettings {
    content.withLock { $0.settings }
  }

  func change(_ change: (inout SpotifySettings) -> Void) {
    content.withLock { change(&$0.settings) }
  }

  /// Records an action of the user, which takes effect before the next request.
  func perform(_ action: SpotifyUserAction, at date: Date) {
    content.withLock { $0.actions.append((date, action)) }
  }

  func takeActions() -> [(at: Date, action: SpotifyUserAction)] {
    content.withLock { content in
      defer { content.actions = [] }
      return content.actions
    }
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
