import Foundation

/// Decides when a token is fetched anew: the state of a ``TokenRenewal``.
///
/// Two axes: the token at hand, and the fetch. `Flight` is whatever stands for a fetch under way.
struct TokenRenewalStateMachine<Token: RenewableToken, Flight> {
  /// The present on both of a clock's scales: pauses are measured, ends of tokens are dates.
  struct Moment {
    var uptime: Duration
    var date: Date
  }

  enum Answer {
    case use(Token)
    /// Use the token; meanwhile start this fetch.
    case useAndFetch(Token, Flight)
    case wait(Flight)
    /// Start this fetch, and wait for it.
    case fetch(Flight)
    case fail(CatalogError)
  }

  private enum Fetch {
    case idle
    case flying(Flight)
    case pausing(until: Duration, because: CatalogError)
  }

  private struct Held {
    var token: Token
    /// When it came, on the clock's uptime.
    var since: Duration
  }

  private let settings: RenewalPace
  private var held: Held?
  private var fetch = Fetch.idle
  private var failures = 0
  private var lastRefused: Token?
  /// Refusals of tokens that were fetched because of a refusal.
  private var refusals = 0

  /// - Parameter token: One that is at hand already, since `since`.
  init(settings: RenewalPace, holding token: Token? = nil, since: Duration = .zero) {
    self.settings = settings
    held = token.map { Held(token: $0, since: since) }
  }

  /// Somebody needs a token. `flight` is used where a fetch has to start.
  mutating func need(at now: Moment, flight: @autoclosure () -> Flight) -> Answer {
    if let held, !held.token.hasExpired(at: now.date) {
      guard isDue(held, at: now), mayStart(at: now.uptime) else { return .use(held.token) }
      return .useAndFetch(held.token, start(flight()))
    }
    switch fetch {
    case .flying(let flight):
      return .wait(flight)
    case .pausing(let until, let error) where now.uptime < until:
      return .fail(error)
    case .pausing, .idle:
      return .fetch(start(flight()))
    }
  }

  /// The fetch ended. Returns what it is to those who wait for it.
  mutating func fetched(
    _ result: Result<Token, CatalogError>,
    at now: Moment
  ) -> Result<Token, CatalogError> {
    switch result {
    case .success(let token) where token.hasExpired(at: now.date):
      return .failure(fail(token.expiredError, at: now.uptime))
    case .success(let token) where token == lastRefused:
      return .failure(fail(Token.refusedAgainError, at: now.uptime))
    case .success(let token):
      held = Held(token: token, since: now.uptime)
      failures = 0
      fetch = .idle
      return .success(token)
    case .failure(let error):
      return .failure(fail(error, at: now.uptime))
    }
  }

  /// The service refused `token`: it is not used again.
  ///
  /// The first time another one is fetched at once. If that one is refused too, it is not for its
  /// age, and asking for more is slowed down.
  mutating func refused(_ token: Token, at now: Moment) {
    guard let held, held.token == token else { return }
    refusals = now.uptime - held.since < settings.longestPause ? refusals + 1 : 1
    self.held = nil
    lastRefused = token
    switch fetch {
    case .flying:
      break
    case .idle, .pausing:
      if refusals > 1 {
        let until = now.uptime + pause(after: refusals - 1)
        fetch = .pausing(until: until, because: Token.refusedAgainError)
      } else {
        fetch = .idle
      }
    }
  }

  /// A token that comes with less life than the leeway must not be fetched again with every call.
  private func isDue(_ held: Held, at now: Moment) -> Bool {
    now.date >= held.token.expiresAt.addingTimeInterval(-(settings.leeway / .seconds(1)))
      && now.uptime - held.since >= settings.firstPause
  }

  private func mayStart(at uptime: Duration) -> Bool {
    switch fetch {
    case .idle: true
    case .flying: false
    case .pausing(let until, _): uptime >= until
    }
  }

  private mutating func start(_ flight: Flight) -> Flight {
    fetch = .flying(flight)
    return flight
  }

  private mutating func fail(_ error: CatalogError, at uptime: Duration) -> CatalogError {
    failures += 1
    let asked = min(error.retryAfter ?? .zero, settings.longestPause)
    fetch = .pausing(until: uptime + max(pause(after: failures), asked), because: error)
    return error
  }

  private func pause(after troubles: Int) -> Duration {
    var pause = settings.firstPause
    for _ in 1..<max(troubles, 1) where pause < settings.longestPause { pause *= 2 }
    return min(pause, settings.longestPause)
  }
}
