import PlayerKitSystem
import TestSupport
import Testing

@Suite("A run of a program", .tags(.pure))
struct RunStateMachineTests {
  private var machine = RunStateMachine(
    deadline: .seconds(60),
    grace: .seconds(1),
    maximumBytes: 100
  )

  @Test("ends with its process, and ends the processes that are left")
  mutating func byItself() {
    #expect(machine.said(100, on: .output, now: .seconds(1)) == .none)
    #expect(machine.said(100, on: .errors, now: .seconds(1)) == .none)
    #expect(machine.passed(.seconds(59)) == .none)
    #expect(machine.exited(.exited(1)) == .kill)
    #expect(machine.end == .exited(1))
    #expect(machine.exited(.exited(2)) == .none)
    #expect(machine.cancelled(now: .seconds(60)) == .none)
    #expect(machine.end == .exited(1))
  }

  @Test("gets a termination signal after its timeout, and is then killed")
  mutating func tooLong() {
    #expect(machine.nextInstant == .seconds(60))
    #expect(machine.passed(.seconds(60)) == .terminate)
    #expect(machine.nextInstant == .seconds(61))
    #expect(machine.passed(.seconds(60.9)) == .none)
    #expect(machine.passed(.seconds(61)) == .kill)
    #expect(machine.nextInstant == nil)
    #expect(machine.passed(.seconds(62)) == .none)
    #expect(machine.end == nil)
    #expect(machine.exited(.signaled(9)) == .kill)
    #expect(machine.end == .ended(.timedOut))
  }

  @Test("ends when it prints too much, on either stream")
  mutating func flood() {
    var other = machine
    #expect(machine.said(101, on: .output, now: .zero) == .terminate)
    #expect(other.said(60, on: .errors, now: .zero) == .none)
    #expect(other.said(41, on: .errors, now: .zero) == .terminate)
    for var machine in [machine, other] {
      #expect(!machine.isListening)
      #expect(machine.said(.max, on: .output, now: .zero) == .none)
      #expect(machine.exited(.exited(0)) == .kill)
      #expect(machine.end == .ended(.flooded))
    }
  }

  @Test("keeps its first reason to end")
  mutating func firstReason() {
    #expect(machine.cancelled(now: .seconds(5)) == .terminate)
    #expect(machine.said(1_000, on: .output, now: .seconds(5)) == .none)
    #expect(machine.cancelled(now: .seconds(5.5)) == .none)
    #expect(machine.passed(.seconds(6)) == .kill)
    #expect(machine.exited(.exited(0)) == .kill)
    #expect(machine.end == .ended(.cancelled))
  }
}
