import TestSupport
import Testing

@testable import PlayerKitMPRIS

@Suite("The state machine of a connection to a bus", .tags(.pure))
struct DBusLinkStateMachineTests {
  private var machine = DBusLinkStateMachine(firstDelay: .seconds(1), longestDelay: .seconds(5))
  private let error = DBusError.disconnected

  @Test("registrations are restored before the bus is reported as available")
  mutating func restoring() {
    #expect(machine.start() == [.open])
    #expect(machine.ready(as: ":1.1") == [.restore, .tell(.up(name: ":1.1"))])
    #expect(machine.isUp)
  }

  @Test("a lost bus is tried again, each time after twice as long, up to a maximum")
  mutating func backoff() {
    _ = machine.start()
    _ = machine.ready(as: ":1.1")
    for delay in [1, 2, 4, 5, 5] {
      let actions = machine.lost(error)
      #expect(actions == [.release(error), .tell(.down(error)), .retry(after: .seconds(delay))])
      #expect(!machine.isUp)
      #expect(machine.retryDue() == [.open])
    }
    _ = machine.ready(as: ":1.2")
    #expect(machine.lost(error).last == .retry(after: .seconds(1)))
  }

  @Test("if the environment names no bus, it is tried once")
  mutating func noBus() {
    _ = machine.start()
    #expect(machine.lost(.noBus) == [.release(.noBus), .tell(.down(.noBus))])
    #expect(machine.retryDue() == [])
    #expect(machine.ready(as: ":1.1") == [])
  }

  @Test("a close is reported once, and is final")
  mutating func closing() {
    _ = machine.start()
    #expect(machine.close() == [.release(.disconnected), .tell(.closed)])
    #expect(machine.close() == [])
    #expect(machine.start() == [])
    #expect(machine.lost(error) == [])
    #expect(machine.retryDue() == [])
    #expect(machine.ready(as: ":1.1") == [])
  }

  @Test("a loss while waiting, and a start while connected, change nothing")
  mutating func strays() {
    _ = machine.start()
    _ = machine.lost(error)
    #expect(machine.lost(error) == [])
    _ = machine.retryDue()
    _ = machine.ready(as: ":1.1")
    #expect(machine.start() == [])
    #expect(machine.ready(as: ":1.2") == [])
    #expect(machine.isUp)
  }
}
