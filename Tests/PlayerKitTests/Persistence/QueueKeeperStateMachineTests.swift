import PlayerKit
import Testing

@Suite("When a queue is written")
final class QueueKeeperStateMachineTests {
  private var machine: QueueKeeperStateMachine
  private var now = MonotonicInstant(sinceOrigin: .zero)

  init() {
    machine = QueueKeeperStateMachine(
      configuration: QueueKeeperStateMachine.Configuration(),
      isKept: true,
      now: now
    )
  }

  private func pass(_ time: Duration) -> [String] {
    now = now + time
    return machine.tick(now: now).map(\.words)
  }

  private func change(isPlaying: Bool = false) {
    machine.changed(isPlaying: isPlaying, now: now)
  }

  private func fail(_ code: QueueStoreError.Code) -> [String] {
    machine.failed(QueueStoreError(code, ""), now: now).map(\.words)
  }

  private func written() -> [String] {
    machine.written(now: now).map(\.words)
  }

  @Test("changes wait for others, and are written together")
  func coalescing() {
    #expect(machine.deadline == nil)
    change()
    #expect(pass(.milliseconds(100)) == [])
    change()
    #expect(pass(.milliseconds(149)) == [])
    #expect(pass(.milliseconds(1)) == ["write 1"])
    #expect(written() == [])
    #expect(machine.deadline == nil)
  }

  @Test("what changes during a write is written by the next one, not by a second at a time")
  func changesMeanwhile() {
    change()
    #expect(pass(.milliseconds(250)) == ["write 1"])
    change()
    #expect(machine.deadline == nil)
    #expect(pass(.seconds(1)) == [])
    #expect(written() == [])
    #expect(pass(.zero) == ["write 2"])
  }

  @Test("while playing, the position is written at its interval; paused, it is not")
  func positions() {
    machine.began(isPlaying: true)
    #expect(pass(.milliseconds(4_999)) == [])
    #expect(pass(.milliseconds(1)) == ["write 1"])
    #expect(written() == [])
    #expect(pass(.seconds(5)) == ["write 2"])
    #expect(written() == [])
    change(isPlaying: false)
    #expect(pass(.milliseconds(250)) == ["write 3"])
    #expect(written() == [])
    #expect(machine.deadline == nil)
  }

  @Test("a flush writes at once, or right behind the write under way")
  func flushes() throws {
    var flush = try machine.flush(now: now)
    #expect(flush.write == 1)
    #expect(flush.actions.map(\.words) == ["write 1"])
    flush = try machine.flush(now: now)
    #expect(flush.write == 2)
    #expect(flush.actions.isEmpty)
    #expect(written() == ["write 2"])
    #expect(written() == [])
  }

  @Test("a failure is told once, tried again at growing intervals, then all is written")
  func failures() {
    change()
    #expect(pass(.milliseconds(250)) == ["write 1"])
    #expect(fail(.full) == ["full"])
    for (number, seconds) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
      #expect(pass(.seconds(seconds) - .milliseconds(1)) == [])
      #expect(pass(.milliseconds(1)) == ["write all \(number + 2)"])
      #expect(fail(.full) == [])
    }
    #expect(pass(.seconds(60)) == ["write all 10"])
    #expect(fail(.readOnly) == ["readOnly"])
    #expect(pass(.seconds(60)) == ["write all 11"])
    #expect(written() == ["recovered"])
    change()
    #expect(pass(.milliseconds(250)) == ["write 12"])
    #expect(fail(.full) == ["full"])
    #expect(machine.deadline == now + .seconds(1))
  }

  @Test("a flush does not wait for the next try")
  func flushAfterFailure() throws {
    _ = try machine.flush(now: now)
    #expect(fail(.locked) == ["locked"])
    let actions = try machine.flush(now: now).actions
    #expect(actions.map(\.words) == ["write all 2"])
  }

  @Test("a track that can't be stored is waited for to go")
  func notStorable() {
    change()
    #expect(pass(.milliseconds(250)) == ["write 1"])
    #expect(fail(.notStorable) == ["notStorable"])
    #expect(machine.deadline == nil)
    #expect(!machine.isDirty)
    #expect(throws: QueueStoreError.self) { try machine.flush(now: now).write }
    change()
    #expect(pass(.milliseconds(250)) == ["write 2"])
    #expect(written() == ["recovered"])
  }

  @Test("one that went while it was refused is not waited for")
  func changedWhileRefused() {
    change()
    #expect(pass(.milliseconds(250)) == ["write 1"])
    change()
    #expect(fail(.notStorable) == ["notStorable"])
    #expect(pass(.milliseconds(250)) == ["write 2"])
  }

  @Test(
    "what is damaged, something else, or newer, is not tried again",
    arguments: [QueueStoreError.Code.corrupt, .notAQueue, .newerVersion, .closed]
  )
  func hopeless(code: QueueStoreError.Code) {
    change()
    #expect(pass(.milliseconds(250)) == ["write 1"])
    #expect(fail(code) == [code.rawValue])
    change()
    #expect(machine.deadline == nil)
    #expect(pass(.seconds(1000)) == [])
  }

  @Test("a queue that is not kept yet is written whole")
  func fresh() {
    var machine = QueueKeeperStateMachine(
      configuration: QueueKeeperStateMachine.Configuration(),
      isKept: false,
      now: now
    )
    #expect(machine.tick(now: now + .milliseconds(250)).map(\.words) == ["write all 1"])
    _ = machine.failed(QueueStoreError(.notStorable, ""), now: now)
    machine.changed(isPlaying: false, now: now)
    #expect(machine.tick(now: now + .seconds(1)).map(\.words) == ["write all 2"])
  }
}

extension QueueKeeperStateMachine.Action {
  fileprivate var words: String {
    switch self {
    case .write(let number, let isComplete): isComplete ? "write all \(number)" : "write \(number)"
    case .reportFailure(let error): error.code.rawValue
    case .reportRecovery: "recovered"
    }
  }
}
