import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitScrobbling

@Suite("Refused scrobbles", .tags(.pure))
struct ScrobblerStateMachineTests {
  private func error(
    _ code: CatalogError.Code,
    status: Int? = nil,
    says: String? = nil,
    after: Duration? = nil
  ) -> CatalogError {
    CatalogError(
      code,
      "It failed.",
      httpStatus: status,
      details: says.map { [CatalogError.Detail(text: $0)] } ?? [],
      retryAfter: after
    )
  }

  private let refusal = ScrobbleRefusal(reason: "It is bad.")

  @Test("the pauses double from 5 seconds to 15 minutes, and restart after a success")
  func pauses() {
    var machine = ScrobblerStateMachine()
    let pauses = (0..<10).map { _ in machine.failed(error(.serverError), count: 1) }
    let seconds = [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]
    #expect(pauses == seconds.map { .wait(.seconds($0)) })
    machine.succeeded()
    #expect(machine.failed(error(.unreachable), count: 1) == .wait(.seconds(5)))
  }

  @Test("a pause that the service requests is kept, for at most a day")
  func askedPause() {
    var machine = ScrobblerStateMachine()
    let asked = error(.rateLimited, after: .seconds(120))
    #expect(machine.failed(asked, count: 3) == .wait(.seconds(120)))
    let absurd = error(.rateLimited, after: .seconds(1 << 40))
    #expect(machine.failed(absurd, count: 3) == .wait(.seconds(86_400)))
  }

  @Test(
    "an invalid sign-in halts the service",
    arguments: [
      CatalogError.Code.unauthorized, .missingCredential, .invalidCredential, .signInRequired,
      .forbidden,
    ]
  )
  func halt(code: CatalogError.Code) {
    for error in [error(code), error(code, status: 401, says: "No.")] {
      var machine = ScrobblerStateMachine()
      #expect(machine.failed(error, count: 1) == .halt)
      #expect(machine.isHalted)
    }
    // The status of another server, such as a proxy.
    var machine = ScrobblerStateMachine()
    #expect(machine.failed(error(code, status: 403), count: 1) == .wait(.seconds(5)))
    #expect(!machine.isHalted)
  }

  @Test(
    "failures without the service's own error are retried, whatever the status",
    arguments: [CatalogError.Code.badRequest, .notFound, .invalidArgument, .unavailable]
  )
  func unsaid(code: CatalogError.Code) {
    var machine = ScrobblerStateMachine()
    #expect(machine.failed(error(code, status: 407), count: 1) == .wait(.seconds(5)))
    #expect(machine.failed(error(code), count: 7) == .wait(.seconds(10)))
    #expect(machine.batchSize(of: 50) == 50)
  }

  @Test("postponed plays wait for the requested time, or until the next day, within bounds")
  func later() {
    let machine = ScrobblerStateMachine()
    let noon = 1_700_000_000.0 - 1_700_000_000.0.truncatingRemainder(dividingBy: 86_400) + 43_200
    #expect(machine.postponed(nil, now: noon) == .wait(.seconds(43_200)))
    #expect(machine.postponed(nil, now: noon + 43_199) == .wait(.seconds(900)))
    for odd in [Double.nan, .infinity, -1, 1e300] {
      guard case .wait(let pause) = machine.postponed(nil, now: odd) else {
        Issue.record("it does not wait")
        continue
      }
      #expect(pause >= .seconds(900) && pause <= .seconds(2 * 86_400))
    }
    #expect(machine.postponed(.seconds(100), now: noon) == .wait(.seconds(100)))
    #expect(machine.postponed(.zero, now: noon) == .wait(.seconds(5)))
    #expect(machine.postponed(.seconds(1 << 40), now: noon) == .wait(.seconds(86_400)))
  }

  @Test("plays of a refused batch are sent one by one, and only those refused alone are dropped")
  func batches() {
    var machine = ScrobblerStateMachine()
    #expect(machine.batchSize(of: 50) == 50)
    #expect(machine.failed(refusal, count: 2) == .again)
    #expect(machine.batchSize(of: 50) == 1)
    #expect(machine.failed(refusal, count: 1) == .refuse(reason: "It is bad."))
    #expect(machine.batchSize(of: 50) == 1)
    machine.succeeded()
    #expect(machine.batchSize(of: 50) == 50)
  }

  @Test(
    "a proxy, a captive portal or an obsolete address loses no play",
    arguments: [404, 405, 407, 410, 421, 451]
  )
  func inBetween(status: Int) {
    var machine = ScrobblerStateMachine()
    let code = CatalogError.Code(httpStatus: status)
    let refusal = CatalogError(code, "It failed.", httpStatus: status)
    #expect(machine.failed(refusal, count: 1) == .wait(.seconds(5)))
    let own = ScrobbleRefusal(reason: "It failed.")
    #expect(machine.failed(own, count: 1) == .refuse(reason: "It failed."))
  }

  @Test("malformed answers, and errors of other servers, are retried")
  func unknown() {
    struct Odd: Error {}
    var machine = ScrobblerStateMachine()
    #expect(machine.failed(error(.malformedReply), count: 1) == .wait(.seconds(5)))
    #expect(machine.failed(Odd(), count: 1) == .wait(.seconds(10)))
    #expect(!machine.isHalted)
  }
}
