import PlayerKit
import TestSupport
import Testing

@Suite("The schedule of a queue's writes", .tags(.pure))
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

  @Test("Changes wait for others, and are written together")
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

  @Test("Changes during a write are written by the next one, not by a second one at a time")
  func changesMeanwhile() {
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    change()
    #expect(machine.deadline == nil)
    #expect(pass(.seconds(1)) == [])
    #expect(written() == [])
    #expect(pass(.zero) == ["write"])
  }

  @Test("The position is written at its interval during playback, and not while paused")
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

  @Test("A flush writes at once, or directly after the current write")
  func flushes() {
    #expect(flush() == ["write"])
    #expect(flush() == [])
    #expect(flush() == [])
    #expect(written() == ["kept 1", "write"])
    #expect(written() == ["kept 2"])
  }

  @Test(
    "A flush that waits for a write that never begins is answered anyway",
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
    "Flushes during a failure that may pass wait for the next write",
    arguments: [QueueStoreError.Code.readOnly, .notStorable, .full]
  )
  func flushDuringFailure(code: QueueStoreError.Code) {
    let whole = code == .readOnly ? " all" : ""
    #expect(flush() == ["write"])
    #expect(flush() == [])
    #expect(fail(code) == [code.rawValue, "1 \(code.rawValue)", "write\(whole)"])
    #expect(fail(code) == ["1 \(code.rawValue)"])
  }

  @Test("A close during a write answers each waiting flush once")
  func closed() {
    #expect(flush() == ["write"])
    #expect(flush() == [])
    #expect(machine.close().map(\.words) == ["2 closed"])
    #expect(written() == [])
    #expect(machine.close().isEmpty)
    #expect(flush() == ["1 closed"])
  }

  @Test("A failure is reported once and retried at growing intervals, then everything is written")
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

  @Test("If there was no space, only the changes are retried")
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

  @Test("A flush does not wait for the next retry")
  func flushAfterFailure() {
    #expect(flush() == ["write"])
    #expect(fail(.locked) == ["locked", "1 locked"])
    #expect(flush() == ["write all"])
  }

  @Test("A track that can't be stored is not retried before the queue changes")
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

  @Test("A change during the refusal of a track is written")
  func changedWhileRefused() {
    change()
    #expect(pass(.milliseconds(250)) == ["write"])
    change()
    #expect(fail(.notStorable) == ["notStorable"])
    #expect(pass(.milliseconds(250)) == ["write"])
  }

  @Test(
    "A damaged, foreign, or newer file is not retried",
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

  @Test("A new queue is written completely")
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
