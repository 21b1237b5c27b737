import MusicCatalog
import Testing

@testable import PlayerKitScrobbling

@Suite("What follows where a service does not take a play")
struct ScrobblerStateMachineTests {
  private func error(_ code: CatalogError.Code, after: Duration? = nil) -> CatalogError {
    CatalogError(code, "It failed.", retryAfter: after)
  }

  @Test("the pauses double from 5 seconds to 15 minutes, and begin anew after a success")
  func pauses() {
    var machine = ScrobblerStateMachine()
    let pauses = (0..<10).map { _ in machine.failed(error(.serverError), count: 1) }
    let seconds = [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]
    #expect(pauses == seconds.map { .wait(.seconds($0)) })
    machine.succeeded()
    #expect(machine.failed(error(.unreachable), count: 1) == .wait(.seconds(5)))
  }

  @Test("a pause that the service asks for is kept, for a day at most")
  func askedPause() {
    var machine = ScrobblerStateMachine()
    let asked = error(.rateLimited, after: .seconds(120))
    #expect(machine.failed(asked, count: 3) == .wait(.seconds(120)))
    let absurd = error(.rateLimited, after: .seconds(1 << 40))
    #expect(machine.failed(absurd, count: 3) == .wait(.seconds(86_400)))
  }

  @Test(
    "where a sign-in is no longer good, it halts",
    arguments: [CatalogError.Code.unauthorized, .missingCredential, .invalidCredential]
  )
  func halt(code: CatalogError.Code) {
    var machine = ScrobblerStateMachine()
    #expect(machine.failed(error(code), count: 1) == .halt)
    #expect(machine.isHalted)
  }

  @Test("of a batch that is refused each is told alone, and only what is refused alone is dropped")
  func batches() {
    var machine = ScrobblerStateMachine()
    #expect(machine.batchSize(of: 50) == 50)
    #expect(machine.failed(error(.badRequest), count: 2) == .again)
    #expect(machine.batchSize(of: 50) == 1)
    #expect(machine.failed(error(.badRequest), count: 1) == .refuse(reason: "It failed."))
    #expect(machine.batchSize(of: 50) == 1)
    machine.succeeded()
    #expect(machine.batchSize(of: 50) == 50)
  }

  @Test(
    "a proxy, a captive portal or an address that is no more costs no play",
    arguments: [404, 405, 407, 410, 421, 451]
  )
  func inBetween(status: Int) {
    var machine = ScrobblerStateMachine()
    let code = CatalogError.Code(httpStatus: status)
    let refusal = CatalogError(code, "It failed.", httpStatus: status)
    #expect(machine.failed(refusal, count: 1) == .wait(.seconds(5)))
    let own = CatalogError(
      code,
      "It failed.",
      httpStatus: status,
      details: [CatalogError.Detail(code: "6")]
    )
    #expect(machine.failed(own, count: 1) == .refuse(reason: "It failed."))
  }

  @Test("an answer that makes no sense, and an error of somebody else's, are tried again")
  func unknown() {
    struct Odd: Error {}
    var machine = ScrobblerStateMachine()
    #expect(machine.failed(error(.malformedReply), count: 1) == .wait(.seconds(5)))
    #expect(machine.failed(Odd(), count: 1) == .wait(.seconds(10)))
    #expect(!machine.isHalted)
  }
}
