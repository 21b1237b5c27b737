import PlayerKitSystem

/// Keeps the latest token of a source, and fetches the next one in time.
///
/// However many ask at once, one fetch runs. It runs in a task of its own: a caller that is cancelled
/// stops waiting, the fetch goes on for the others. Nothing runs on its own: fetches come from
/// ``token()`` being called. All methods may be called on any thread.
package final class TokenRenewal<Token: RenewableToken>: Sendable {
  private typealias Flight = Promise<Token>
  private typealias Machine = TokenRenewalStateMachine<Token, Flight>

  package typealias Pace = RenewalPace

  private struct State {
    var machine: Machine
    /// Counts the resets: what a fetch brings is for the machine that started it.
    var era = 0
  }

  private let state: Locked<State>
  private let pace: Pace
  private let clock: any CatalogClock
  private let fetch: @Sendable () async -> Result<Token, CatalogError>

  package init(
    pace: Pace,
    clock: any CatalogClock,
    fetch: @escaping @Sendable () async -> Result<Token, CatalogError>
  ) {
    self.pace = pace
    state = Locked(State(machine: Machine(settings: pace)))
    self.clock = clock
    self.fetch = fetch
  }

  /// The token at hand, or the next one.
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

  /// The service refused `token`: the next one is fetched when somebody asks.
  package func refused(_ token: Token) {
    let now = moment
    state.withLock { $0.machine.refused(token, at: now) }
  }

  /// Forgets all, pauses and refusals included, and goes on with `token`. Who waits already gets
  /// what the fetch brings; it is not kept.
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
  /// What a token's source threw; that of a stranger is not shown, as it may hold secrets.
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
      "No token could be had: \(type(of: error))",
      service: service,
      underlying: error
    )
  }
}
