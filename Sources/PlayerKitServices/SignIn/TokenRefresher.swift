import PlayerKit
import PlayerKitSystem

/// Caches the latest token of a source, and fetches the next one before it expires.
///
/// Concurrent callers share one fetch. It runs in its own task: a canceled caller stops waiting,
/// and the fetch continues for the others. Only ``token()`` starts a fetch. All methods may be
/// called on any thread.
package final class TokenRefresher<Token: RenewableToken>: Sendable {
  private typealias Flight = Promise<Token>
  private typealias Machine = TokenRefresherStateMachine<Token, Flight>

  private struct State {
    var machine: Machine
    /// The number of resets. The result of a fetch is only for the machine that started it.
    var era = 0
  }

  private let state: Locked<State>
  private let pace: RenewalPace
  private let clock: any PlaybackClock
  private let fetch: @Sendable () async -> Result<Token, CatalogError>

  package init(
    pace: RenewalPace,
    clock: any PlaybackClock,
    fetch: @escaping @Sendable () async -> Result<Token, CatalogError>
  ) {
    self.pace = pace
    state = Locked(State(machine: Machine(settings: pace)))
    self.clock = clock
    self.fetch = fetch
  }

  /// Returns the cached token, or fetches the next one.
  package func token() async throws -> Token {
    try Task.checkCancellation()
    let now = moment
    let (answer, era) = state.withLock { state in
      (state.machine.need(at: now, flight: Flight()), state.era)
    }
    switch answer {
    case .use(let token):
      return token
    case .useAndFetch(let token, let flight):
      start(flight, in: era)
      return token
    case .wait(let flight):
      return try await flight.value()
    case .fetch(let flight):
      start(flight, in: era)
      return try await flight.value()
    case .fail(let error):
      throw error
    }
  }

  /// Records that the service rejected `token`. The next call of ``token()`` fetches another one.
  package func refused(_ token: Token) {
    let now = moment
    state.withLock { $0.machine.refused(token, at: now) }
  }

  /// Discards all state, including pauses and rejections, and continues with `token`. Callers that
  /// already wait still get the result of their fetch, but it is not cached.
  package func reset(to token: Token?) {
    let now = moment
    state.withLock { state in
      state.machine = Machine(settings: pace, holding: token, since: now.uptime)
      state.era += 1
    }
  }

  private var moment: Machine.Moment {
    .init(uptime: clock.uptime, date: clock.date)
  }

  private func start(_ flight: Flight, in era: Int) {
    Task {
      let result = await fetch()
      let now = moment
      let outcome = state.withLock { state in
        state.era == era ? state.machine.fetched(result, at: now) : result
      }
      flight.finish(outcome.mapError { $0 })
    }
  }
}

extension CatalogError {
  /// Converts an error of a token source. The text of an unknown error is not shown, as it may
  /// contain secrets.
  package static func ofTokenSource(
    _ error: any Error,
    of service: CatalogService
  ) -> CatalogError {
    if var error = error as? CatalogError {
      error.service = error.service ?? service
      return error
    }
    return CatalogError(
      .missingCredential,
      "The token request failed: \(type(of: error))",
      service: service,
      underlying: error
    )
  }
}
