import Foundation
import PlayerKit

/// Decides when to fetch a token again: the state of a ``TokenRefresher``.
///
/// Its state is the cached token and the fetch. `Flight` represents a running fetch.
struct TokenRefresherStateMachine<Token: RenewableToken, Flight> {
  /// The current time on both scales of a clock: pauses are measured, expirations are dates.
  struct Moment {
    var uptime: Duration
    var date: Date
  }

  enum Answer {
    case use(Token)
    /// Use the token and start this fetch.
    case useAndFetch(Token, Flight)
    case wait(Flight)
    /// Start this fetch and wait for it.
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
    /// The time of arrival, on the clock's uptime.
    var since: Duration
  }

  private let settings: RenewalPace
  private var held: Held?
  private var fetch = Fetch.idle
  private var failures = 0
  private var lastRefused: Token?
  /// The number of consecutive rejections, each soon after its token was fetched.
  private var refusals = 0

  /// - Parameter token: A token available since `since`.
  init(settings: RenewalPace, holding token: Token? = nil, since: Duration = .zero) {
    self.settings = settings
    held = token.map { Held(token: $0, since: since) }
  }

  /// Requests a token. `flight` is used if a fetch has to start.
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

  /// Ends the fetch. Returns the result for those who wait for it.
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

  /// Records that the service rejected `token`. It is not used again.
  ///
  /// After the first rejection, another one is fetched at once. If it is rejected too, expiration
  /// is not the cause, and further fetches are delayed.
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

  /// A token that arrives with less lifetime than the leeway must not be fetched again with every
  /// call.
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
    settings.firstPause.doubled(troubles - 1, upTo: settings.longestPause)
  }
}
