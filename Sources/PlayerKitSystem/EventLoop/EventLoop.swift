#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Something that an ``EventLoop`` waits for: a descriptor, a time, or both. All calls come on the
/// loop's thread, and the loop holds no lock meanwhile. Each may add and remove sources, including
/// this one, and may stop the loop.
package protocol LoopSource: AnyObject {
  /// What to wait for. The loop asks before each wait, so it can change at any time.
  var wait: EventLoop.Wait { get }

  /// The descriptor is ready, or the deadline has passed. Then there are no events.
  func handle(_ events: EventLoop.Events)

  /// The loop has ended with this source. There are no further calls.
  func end()
}

/// A background thread that waits for descriptors, deadlines, and work of other threads.
///
/// Every client has its own loop, so that slow handlers of one delay no other. Close a descriptor
/// only on the loop's thread, after removing its source. Then the loop never waits for a closed
/// descriptor, or for another file with the same number. Each event belongs to a source, so a new
/// source gets no events of an earlier file.
///
/// `@unchecked Sendable`: `mailbox` is accessed only under its lock, and `entries` only on the loop's
/// thread.
package final class EventLoop: @unchecked Sendable {
  package struct Events: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let readable = Events(rawValue: 1)
    package static let writable = Events(rawValue: 2)
    /// The peer is gone, or the descriptor is broken. Reported even if it is not wanted.
    package static let failed = Events(rawValue: 4)
  }

  package struct Wait {
    /// `nil` to wait for the deadline only.
    package var descriptor: CInt?
    package var events: Events
    /// A time in the past calls the handler in this turn.
    package var deadline: SuspendingClock.Instant?

    package init(
      _ descriptor: CInt? = nil,
      for events: Events = [],
      until deadline: SuspendingClock.Instant? = nil
    ) {
      self.descriptor = descriptor
      self.events = events
      self.deadline = deadline
    }

    /// Waits for nothing, until something else wakes the loop.
    package static var none: Wait { Wait() }

    /// Calls the handler after the other sources had their turn.
    package static var immediately: Wait { Wait(until: SuspendingClock().now) }
  }

  private struct Mailbox {
    var work: [@Sendable () -> Void] = []
    /// Whether there is a thread that has not ended.
    var isRunning = false
    var isStopping = false
    /// Whether the thread will look into the mailbox without being woken.
    var isAwake = false
    var thread: BackgroundThread.ID?
    var wakeUp: (read: CInt, write: CInt)?
  }

  private final class Entry {
    let source: any LoopSource
    var wait = Wait.none
    var isRemoved = false

    init(_ source: any LoopSource) { self.source = source }
  }

  private let condition = Condition()
  private var mailbox = Mailbox()
  private var entries: [Entry] = []

  package init() {}

  deinit {
    guard let (read, write) = mailbox.wakeUp else { return }
    Descriptor.close(read)
    Descriptor.close(write)
  }

  /// Starts the thread, which keeps the loop until ``stop(waitingAtMost:)``. Call it once.
  ///
  /// - Parameter name: The name of the thread.
  /// - Returns: Whether it runs. If there are no more threads or descriptors, the loop is stopped,
  ///   and earlier work is dropped.
  package func start(_ name: String) -> Bool {
    if prepare(), BackgroundThread.start(name, { self.main() }) { return true }
    condition.withLock { mailbox.isRunning = false }
    stop()
    return false
  }

  /// Runs the loop on the calling thread until it is stopped. Call it once, instead of ``start(_:)``.
  ///
  /// - Returns: `false` if there are no more descriptors, or the loop was stopped before.
  package func runOnThisThread() -> Bool {
    guard prepare() else { return false }
    main()
    return true
  }

  private func prepare() -> Bool {
    let pipe = Descriptor.pipe()
    return condition.withLock {
      mailbox.wakeUp = pipe
      mailbox.isRunning = pipe != nil && !mailbox.isStopping
      return mailbox.isRunning
    }
  }

  // MARK: - Calls of any thread

  /// Whether the caller is on the loop's thread.
  package var isCurrent: Bool { condition.withLock { mailbox.thread == .current } }

  /// Runs a closure on the loop's thread, in the order of the calls. Work that comes before the start
  /// waits for it.
  ///
  /// - Returns: Whether it will run. `false` after ``stop(waitingAtMost:)``.
  @discardableResult
  package func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    post(body)
  }

  /// Lets the loop ask its sources again what to wait for.
  package func wake() { post(nil) }

  @discardableResult
  private func post(_ body: (@Sendable () -> Void)?) -> Bool {
    let (isTaken, wakeEnd) = condition.withLock { () -> (Bool, CInt?) in
      guard !mailbox.isStopping else { return (false, nil) }
      if let body { mailbox.work.append(body) }
      defer { mailbox.isAwake = true }
      return (true, mailbox.isAwake ? nil : mailbox.wakeUp?.write)
    }
    if let wakeEnd { Self.ring(wakeEnd) }
    return isTaken
  }

  /// Stops the loop: work that it took is done, and then each source ends. If called on the loop's
  /// thread, no other handler begins. Work of a loop that was not started is dropped. May be called
  /// again.
  ///
  /// - Parameter time: How long to wait for the end of the thread. Does not wait on the loop's thread.
  package func stop(waitingAtMost time: Duration = .zero) {
    // Work that will not be done is released outside the lock.
    let (wakeEnd, dropped) = condition.withLock {
      mailbox.isStopping = true
      guard !mailbox.isRunning else { return (mailbox.wakeUp?.write, [@Sendable () -> Void]()) }
      defer { mailbox.work = [] }
      return (nil, mailbox.work)
    }
    withExtendedLifetime(dropped) {}
    if let wakeEnd { Self.ring(wakeEnd) }
    let clock = SuspendingClock()
    let limit = clock.now.advanced(by: time)
    condition.withLock {
      guard mailbox.thread != .current else { return }
      while mailbox.isRunning, clock.now < limit {
        condition.wait(atMost: clock.now.duration(to: limit))
      }
    }
  }

  private static func ring(_ descriptor: CInt) {
    // A full pipe wakes the thread as well.
    _ = [UInt8(0)].withUnsafeBytes { Descriptor.write(descriptor, $0) }
  }

  // MARK: - Calls on the loop's thread

  /// Adds a source. Its first wait is the next one.
  package func add(_ source: any LoopSource) {
    entries.append(Entry(source))
  }

  /// Removes a source, which gets no further calls. Has no effect if it was not added.
  package func remove(_ source: any LoopSource) {
    for entry in entries where entry.source === source { entry.isRemoved = true }
    entries.removeAll(where: \.isRemoved)
  }

  private func main() {
    let wakeEnd = condition.withLock {
      mailbox.thread = .current
      return mailbox.wakeUp?.read ?? -1
    }
    while work(wakeEnd) {
      if !isStopping { turn(wakeEnd) }
    }
    while let entry = entries.first {
      entries.removeFirst()
      entry.source.end()
    }
    condition.withLock {
      mailbox.isRunning = false
      // The thread's identity may be reused.
      mailbox.thread = nil
      condition.broadcast()
    }
  }

  /// Does the work of other threads. A separate function, so that none of it is kept during a wait.
  ///
  /// - Returns: Whether there may be more.
  private func work(_ wakeEnd: CInt) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64)
    while case .bytes(buffer.count) = Descriptor.read(wakeEnd, into: &buffer) {}
    let (work, isLast) = condition.withLock {
      mailbox.isAwake = false
      defer { mailbox.work = [] }
      return (mailbox.work, mailbox.isStopping)
    }
    for body in work { body() }
    return !isLast
  }

  private var isStopping: Bool { condition.withLock { mailbox.isStopping } }

  /// Waits once, and calls the handlers of what is ready.
  private func turn(_ wakeEnd: CInt) {
    let clock = SuspendingClock()
    let turn = entries
    var polls = [pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0)]
    var deadline: SuspendingClock.Instant?
    for entry in turn {
      entry.wait = entry.source.wait
      // A negative descriptor is ignored.
      let events = entry.wait.events.wanted
      polls.append(pollfd(fd: entry.wait.descriptor ?? -1, events: events, revents: 0))
      if let own = entry.wait.deadline { deadline = deadline.map { min($0, own) } ?? own }
    }
    let timeout = deadline.map { Descriptor.milliseconds(clock.now.duration(to: $0)) } ?? -1
    if poll(&polls, nfds_t(polls.count), timeout) < 0 {
      // Only a shortage of memory lasts longer than an interruption.
      if errno != EINTR { usleep(10_000) }
      for place in polls.indices { polls[place].revents = 0 }
    }
    let now = clock.now
    for (entry, poll) in zip(turn, polls.dropFirst()) where !entry.isRemoved {
      let events = Events(happened: poll.revents)
      guard !events.isEmpty || entry.wait.deadline.map({ $0 <= now }) == true else { continue }
      guard !isStopping else { return }
      entry.source.handle(events)
    }
  }
}

extension EventLoop.Events {
  fileprivate var wanted: Int16 {
    Int16((contains(.readable) ? POLLIN : 0) | (contains(.writable) ? POLLOUT : 0))
  }

  fileprivate init(happened events: Int16) {
    let events = CInt(events)
    self = []
    if events & CInt(POLLIN) != 0 { insert(.readable) }
    if events & CInt(POLLOUT) != 0 { insert(.writable) }
    if events & CInt(POLLERR | POLLHUP | POLLNVAL) != 0 { insert(.failed) }
  }
}
