import Foundation
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("An event loop", .tags(.local))
struct EventLoopTests {
  private let loop = EventLoop()
  private let record = Recorded<String>()

  /// A source that records its calls. Only the loop's thread changes it after it was added.
  private final class StubSource: LoopSource, @unchecked Sendable {
    var wait: EventLoop.Wait
    let onHandle: (EventLoop.Events) -> Void
    let onEnd: () -> Void

    init(
      _ wait: EventLoop.Wait,
      onEnd: @escaping () -> Void = {},
      onHandle: @escaping (EventLoop.Events) -> Void
    ) {
      self.wait = wait
      self.onHandle = onHandle
      self.onEnd = onEnd
    }

    func handle(_ events: EventLoop.Events) { onHandle(events) }
    func end() { onEnd() }
  }

  /// A pipe. Its last reference closes it.
  private final class TestPipe: Sendable {
    let read: CInt
    let write: CInt

    init(holding text: String = "") throws {
      (read, write) = try #require(Descriptor.pipe())
      fill(text)
    }

    deinit {
      Descriptor.close(read)
      Descriptor.close(write)
    }

    func fill(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes { Descriptor.write(write, $0) }
    }
  }

  /// Stops the loop, and waits for its end.
  private func stop() { loop.stop(waitingAtMost: .seconds(60)) }

  @Test("does work in its order on its own thread, and refuses it after the end")
  func work() {
    for number in 0..<50 { loop.run { record.append("\(number) \(loop.isCurrent)") } }
    #expect(record.elements.isEmpty)
    #expect(loop.start("loop"))
    for number in 50..<100 { loop.run { record.append("\(number) \(loop.isCurrent)") } }
    #expect(!loop.isCurrent)
    stop()
    #expect(record.elements == (0..<100).map { "\($0) true" })
    #expect(!loop.run { record.append("late") })
    stop()
    #expect(record.elements.count == 100)
  }

  @Test("that never started drops its work, and does not start after a stop")
  func neverStarted() {
    var object: NSObject? = NSObject()
    weak var weakObject: NSObject?
    weakObject = object
    if let object {
      let kept = Locked(UncheckedBox(object))
      loop.run { kept.withLock { _ in } }
    }
    object = nil
    #expect(weakObject != nil)
    loop.stop()
    #expect(weakObject == nil)
    #expect(!loop.start("loop"))
  }

  /// An object that only one test uses.
  private struct UncheckedBox: @unchecked Sendable {
    let object: NSObject
    init(_ object: NSObject) { self.object = object }
  }

  @Test("calls a handler each time that its descriptor is ready")
  func readable() async throws {
    let pipe = try TestPipe()
    let source = StubSource(.init(pipe.read, for: .readable)) { [record] events in
      var buffer = [UInt8](repeating: 0, count: 1)
      guard case .bytes = Descriptor.read(pipe.read, into: &buffer) else { return }
      record.append("\(events == .readable) \(buffer[0])")
    }
    loop.run { loop.add(source) }
    #expect(loop.start("loop"))
    pipe.fill("ab")
    try await record.wait(for: "two bytes") { $0 == ["true 97", "true 98"] }
    pipe.fill("c")
    try await record.wait(for: "a third byte") { $0.last == "true 99" }
    stop()
  }

  @Test("reports that the other end is gone, even to a source that waits for nothing")
  func gone() async throws {
    let pipe = try #require(Descriptor.pipe())
    let source = StubSource(.init(pipe.read)) { [loop, record] events in
      record.append("\(events.contains(.failed))")
      loop.stop()
    }
    loop.run { loop.add(source) }
    #expect(loop.start("loop"))
    Descriptor.close(pipe.write)
    try await record.wait(for: "the end") { $0 == ["true"] }
    stop()
    Descriptor.close(pipe.read)
  }

  @Test("does not call a source that another handler removed in the same turn")
  func removed() throws {
    let (first, second) = (try TestPipe(holding: "a"), try TestPipe(holding: "b"))
    let other = StubSource(.init(second.read, for: .readable)) { [record] _ in
      record.append("other")
    }
    let remover = StubSource(.init(first.read, for: .readable)) { [loop, record] _ in
      record.append("remover")
      loop.remove(other)
      loop.run { loop.stop() }
    }
    loop.run {
      loop.add(remover)
      loop.add(other)
    }
    #expect(loop.runOnThisThread())
    #expect(record.elements == ["remover"])
  }

  @Test("gives a descriptor that is used again no events of the earlier file")
  func reused() async throws {
    let (first, old, new) = (try TestPipe(holding: "a"), try TestPipe(holding: "b"), try TestPipe())
    let earlier = StubSource(.init(old.read, for: .readable)) { [record] _ in
      record.append("earlier")
    }
    let later = StubSource(.init(old.read, for: .readable)) { [loop, record] _ in
      var buffer = [UInt8](repeating: 0, count: 1)
      record.append("later \(Descriptor.read(old.read, into: &buffer))")
      loop.stop()
    }
    let replacer = Locked<StubSource?>(nil)
    let source = StubSource(.init(first.read, for: .readable)) { [loop, record] _ in
      record.append("replaced")
      if let source = replacer.withLock({ $0 }) { loop.remove(source) }
      loop.remove(earlier)
      // The number now belongs to another, empty pipe.
      dup2(new.read, old.read)
      loop.add(later)
    }
    replacer.withLock { $0 = source }
    loop.run {
      loop.add(source)
      loop.add(earlier)
    }
    #expect(loop.start("loop"))
    try await record.wait(for: "the other pipe") { $0 == ["replaced"] }
    new.fill("c")
    try await record.wait(for: "its own event") { $0.count > 1 }
    stop()
    #expect(record.elements == ["replaced", "later bytes(1)"])
    replacer.withLock { $0 = nil }
  }

  @Test("lets a handler remove its own source")
  func removesItself() throws {
    let pipe = try TestPipe(holding: "a")
    let own = Locked<StubSource?>(nil)
    let source = StubSource(
      .init(pipe.read, for: .readable),
      onEnd: { [record] in record.append("end") },
      onHandle: { [loop, record] _ in
        record.append("handle")
        if let source = own.withLock({ $0 }) { loop.remove(source) }
        // The byte is still there.
        loop.run { loop.run { loop.run { loop.stop() } } }
      }
    )
    own.withLock { $0 = source }
    loop.run { loop.add(source) }
    #expect(loop.runOnThisThread())
    #expect(record.elements == ["handle"])
    own.withLock { $0 = nil }
  }

  @Test("calls a handler without events when its time has passed, and not before")
  func deadlines() async throws {
    let now = SuspendingClock().now
    for (name, delay) in [("late", 40), ("early", 1), ("past", -1_000)] {
      let own = Locked<StubSource?>(nil)
      let deadline = now.advanced(by: .milliseconds(delay))
      let source = StubSource(.init(until: deadline)) { [loop, record] events in
        record.append("\(name) \(events.isEmpty) \(SuspendingClock().now >= deadline)")
        own.withLock { source in
          if let source { loop.remove(source) }
          source = nil
        }
      }
      own.withLock { $0 = source }
      loop.run { loop.add(source) }
    }
    #expect(loop.start("loop"))
    let all = try await record.wait(for: "all") { $0.count == 3 }
    #expect(Set(all) == ["late true true", "early true true", "past true true"])
    stop()
  }

  @Test("asks its sources again when another thread wakes it")
  func wakes() async throws {
    let isDue = Locked(false)
    final class Source: LoopSource, @unchecked Sendable {
      let isDue: Locked<Bool>
      let onHandle: () -> Void
      init(_ isDue: Locked<Bool>, _ onHandle: @escaping () -> Void) {
        (self.isDue, self.onHandle) = (isDue, onHandle)
      }
      var wait: EventLoop.Wait { isDue.withLock { $0 } ? .immediately : .none }
      func handle(_ events: EventLoop.Events) { onHandle() }
      func end() {}
    }
    let source = Source(isDue) { [record] in
      isDue.withLock { $0 = false }
      record.append("due")
    }
    loop.run { loop.add(source) }
    #expect(loop.start("loop"))
    loop.run { record.append("waits") }
    try await record.wait(for: "the wait") { $0 == ["waits"] }
    isDue.withLock { $0 = true }
    loop.wake()
    try await record.wait(for: "the handler") { $0 == ["waits", "due"] }
    stop()
  }

  @Test("that is stopped by a handler calls no other, and ends each source once")
  func stopInHandler() throws {
    let (first, second) = (try TestPipe(holding: "a"), try TestPipe(holding: "b"))
    for pipe in [first, second] {
      let source = StubSource(
        .init(pipe.read, for: .readable),
        onEnd: { [record] in record.append("end") },
        onHandle: { [loop, record] _ in
          record.append("handle")
          loop.run { record.append("work") }
          // Does not wait for its own thread.
          loop.stop(waitingAtMost: .seconds(3_600))
        }
      )
      loop.run { loop.add(source) }
    }
    #expect(loop.runOnThisThread())
    #expect(record.elements == ["handle", "work", "end", "end"])
  }

  @Test("can run on the calling thread")
  func ownThread() {
    loop.run {
      record.append("\(loop.isCurrent)")
      loop.stop()
    }
    #expect(loop.runOnThisThread())
    #expect(record.elements == ["true"])
    #expect(!loop.isCurrent)
  }

  @Test("is released after its end")
  func released() async throws {
    weak var weakLoop: EventLoop?
    do {
      let loop = EventLoop()
      weakLoop = loop
      #expect(loop.start("loop"))
      loop.stop(waitingAtMost: .seconds(60))
    }
    try await eventually("it is gone") { weakLoop == nil }
  }
}
