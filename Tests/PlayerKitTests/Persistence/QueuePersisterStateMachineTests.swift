import PlayerKit
import TestSupport
import Testing

@Suite("When a queue is written", .tags(.pure))
final class QueuePersisterStateMachineTests {
  private var machine: QueuePersisterStateMachine
  private var now = MonotonicInstant(sinceOrigin: .zero)

  init() {
    machine = QueuePersisterStateMachine(
      configuration: QueuePersisterStateMachine.Configuration(),
      isPersisted: true,
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

  private func flush() -> [String] {
    machine.flush(now: now).actions.map(\.words)
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
    #expect(pass(.milliseconds(1)) == ["write"])
    #expect(written() == [])
    #expect(machine.deadline == nil)
  }

  @Test("what changes during a write is written by the next one, not by a second at a time")
  func changesMeanwhile() {
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    change()
    #expect(machine.deadline == nil)
    #expect(pass(.seconds(1)) == [])
    #expect(written() == [])
    #expect(pass(.zero) == ["write"])
  }

  @Test("while playing, the position is written at its interval; paused, it is not")
  func positions() {
    machine.began(isPlaying: true)
    #expect(pass(.milliseconds(4_999)) == [])
    #expect(pass(.milliseconds(1)) == ["write"])
    #expect(written() == [])
    #expect(pass(.seconds(5)) == ["write"])
    #expect(written() == [])
    change(isPlaying: false)
    #expect(pass(.milliseconds(250)) == ["write"])
    #expect(written() == [])
    #expect(machine.deadline == nil)
  }

  @Test("a flush writes at once, or right behind the write under way")
  func flushes() {
    #expect(flush() == ["write"])
    #expect(flush() == [])
    #expect(flush() == [])
    #expect(written() == ["kept 1", "write"])
    #expect(written() == ["kept 2"])
  }

  @Test(
    "a flush that waits for a write that is never begun is answered all the same",
    arguments: [QueueStoreError.Code.corrupt, .newerVersion, .closed]
  )
  func unbegun(code: QueueStoreError.Code) {
    #expect(flush() == ["write"])
    #expect(flush() == [])
    #expect(flush() == [])
    #expect(fail(code) == [code.rawValue, "1 \(code.rawValue)", "2 \(code.rawValue)"])
    #expect(flush() == ["1 \(code.rawValue)"])
  }

  @Test(
    "flushes during a failure that may pass wait for the next write",
    arguments: [QueueStoreError.Code.readOnly, .notStorable, .full]
  )
  func flushDuringFailure(code: QueueStoreError.Code) {
    let whole = code == .readOnly ? " all" : ""
    #expect(flush() == ["write"])
    #expect(flush() == [])
    #expect(fail(code) == [code.rawValue, "1 \(code.rawValue)", "write\(whole)"])
    #expect(fail(code) == ["1 \(code.rawValue)"])
  }

  @Test("closed in the middle of a write, it answers whoever waits, once")
  func closed() {
    #expect(flush() == ["write"])
    #expect(flush() == [])
    #expect(machine.close().map(\.words) == ["2 closed"])
    #expect(written() == [])
    #expect(machine.close().isEmpty)
    #expect(flush() == ["1 closed"])
  }

  @Test("a failure is told once, tried again at growing intervals, then all is written")
  func failures() {
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    #expect(fail(.locked) == ["locked"])
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      #expect(pass(.seconds(seconds) - .milliseconds(1)) == [])
      #expect(pass(.milliseconds(1)) == ["write all"])
      #expect(fail(.locked) == [])
    }
    #expect(pass(.seconds(60)) == ["write all"])
    #expect(fail(.readOnly) == ["readOnly"])
    #expect(pass(.seconds(60)) == ["write all"])
    #expect(written() == ["recovered"])
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    #expect(fail(.locked) == ["locked"])
    #expect(machine.deadline == now + .seconds(1))
  }

  @Test("where there was no room, only what changed is tried again")
  func full() {
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    #expect(fail(.full) == ["full"])
    change()
    #expect(pass(.seconds(1)) == ["write"])
    #expect(fail(.locked) == ["locked"])
    #expect(pass(.seconds(2)) == ["write all"])
    #expect(fail(.full) == ["full"])
    #expect(pass(.seconds(4)) == ["write all"])
  }

  @Test("a flush does not wait for the next try")
  func flushAfterFailure() {
    #expect(flush() == ["write"])
    #expect(fail(.locked) == ["locked", "1 locked"])
    #expect(flush() == ["write all"])
  }

  @Test("a track that can't be stored is waited for to go")
  func notStorable() {
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    #expect(fail(.notStorable) == ["notStorable"])
    #expect(machine.deadline == nil)
    #expect(!machine.isDirty)
    #expect(pass(.seconds(1000)) == [])
    // The queue may have changed without the persister's knowledge.
    #expect(flush() == ["write"])
    #expect(fail(.notStorable) == ["1 notStorable"])
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    #expect(written() == ["recovered"])
  }

  @Test("one that went while it was refused is not waited for")
  func changedWhileRefused() {
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    change()
    #expect(fail(.notStorable) == ["notStorable"])
    #expect(pass(.milliseconds(250)) == ["write"])
  }

  @Test(
    "what is damaged, something else, or newer, is not tried again",
    arguments: [QueueStoreError.Code.corrupt, .notAQueue, .newerVersion, .closed]
  )
  func hopeless(code: QueueStoreError.Code) {
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    #expect(fail(code) == [code.rawValue])
    change()
    #expect(machine.deadline == nil)
    #expect(pass(.seconds(1000)) == [])
  }

  @Test("a queue that is not kept yet is written whole")
  func fresh() {
    var machine = QueuePersisterStateMachine(
      configuration: QueuePersisterStateMachine.Configuration(),
      isPersisted: false,
      now: now
    )
    #expect(machine.tick(now: now + .milliseconds(250)).map(\.words) == ["write all"])
    _ = machine.failed(QueueStoreError(.notStorable, ""), now: now)
    machine.changed(isPlaying: false, now: now)
    #expect(machine.tick(now: now + .seconds(1)).map(\.words) == ["write all"])
  }
}

extension QueuePersisterStateMachine.Action {
  fileprivate var words: String {
    switch self {
    case .write(let isComplete): isComplete ? "write all" : "write"
    case .answer(let flushes, nil): "kept \(flushes.count)"
    case .answer(let flushes, let error?): "\(flushes.count) \(error.code.rawValue)"
    case .reportFailure(let error): error.code.rawValue
    case .reportRecovery: "recovered"
    }
  }
}
