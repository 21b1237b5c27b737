import PlayerKitServices
import PlayerKitSystem

/// Provides one token after another: the next one when the current one is refused. The last token
/// never changes.
package final class Turning<Token: Hashable & Sendable>: Sendable {
  package let tokens: [Token]
  private let state = Locked((index: 0, refusals: 0))

  package init(tokens: [Token]) { self.tokens = tokens }

  package var refusals: Int { state.withLock { $0.refusals } }

  package func token() async throws -> Token { tokens[state.withLock { $0.index }] }

  package func refused(_ token: Token) async {
    state.withLock { state in
      state.refusals += 1
      if token == tokens[state.index], state.index + 1 < tokens.count { state.index += 1 }
    }
  }
}
