import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Reports the plays of a queue to a service: the current track, and each play that counts.
///
/// ```swift
/// let outbox = try SQLiteScrobbleOutbox(path: path)
/// let scrobbler = Scrobbler(LastFMService(client: client), outbox: outbox)
/// let recorder = ListeningRecorder(of: queue, rule: scrobbler.rule) { scrobbler.receive($0) }
/// ```
///
/// Nothing is reported before an app makes a scrobbler, or while ``isPrivate`` is set. A play that
/// counts is in the outbox before ``receive(_:)`` returns. It is sent at once, or with its original
/// time when the service is reachable again. The pauses between attempts grow from 5 seconds to 15
/// minutes.
///
/// If the service refuses a play for good, the scrobbler reports
/// ``ScrobbleEvent/refused(_:reason:)`` and drops it. If a sign-in is no longer valid, plays wait
/// in the outbox until an app makes a scrobbler with another one.
///
/// All members may be used on any thread.
public final class Scrobbler: ListeningReporter {
  private struct State {
    var isPrivate = false
    var kinds: Set<Listening.Kind> = [.music]
    /// Whether the current track began in private or before an erasure. Then it never counts.
    var beganUncounted = false
    var nowPlaying: Listen?
    var work: Task<Void, Never>?
    /// Whether there is new work that the task has not seen yet.
    var isDue = false
    /// The number of erasures in progress. Nothing is sent meanwhile.
    var erasures = 0
    var hasUnreadable = true
    var machine = ScrobblerStateMachine()
  }

  private let service: any ScrobbleService
  private let outbox: any ScrobbleOutbox
  private let clock: any PlaybackClock
  private let timeout: Duration
  private let onEvent: @Sendable (ScrobbleEvent) -> Void
  private let state = Locked(State())

  /// Makes a scrobbler, and sends the plays that an earlier run has left in the outbox.
  ///
  /// - Parameters:
  ///   - service: The service that receives the plays.
  ///   - outbox: Where plays wait until they are sent.
  ///   - clock: Measures the pauses.
  ///   - timeout: The maximum time that ``finish()`` waits.
  ///   - onEvent: Called with the outcome of plays, on any thread.
  public init(
    _ service: any ScrobbleService,
    outbox: any ScrobbleOutbox,
    clock: any PlaybackClock = SystemPlaybackClock(),
    timeout: Duration = .seconds(5),
    onEvent: @escaping @Sendable (ScrobbleEvent) -> Void = { _ in }
  ) {
    self.service = service
    self.outbox = outbox
    self.clock = clock
    self.timeout = timeout
    self.onEvent = onEvent
    wake()
  }

  deinit {
    state.withLock(\.work)?.cancel()
  }

  /// The service's name.
  public var name: String { type(of: service).name }
  /// The rule for when a play counts.
  public var rule: ScrobbleRule { service.rule }

  /// Whether current tracks are neither reported nor stored. Plays that already wait are still
  /// sent. A play never counts if it begins in private, or is private when it would count.
  public var isPrivate: Bool {
    get { state.withLock(\.isPrivate) }
    set {
      state.withLock { state in
        state.isPrivate = newValue
        if newValue { (state.beganUncounted, state.nowPlaying) = (true, nil) }
      }
    }
  }

  /// Whether episodes of podcasts are reported. Off by default.
  public var countsPodcasts: Bool {
    get { counts(.podcast) }
    set { count(.podcast, newValue) }
  }

  /// Whether songs of radio stations are reported, if the station names artist and title. Off by default.
  public var countsRadio: Bool {
    get { counts(.radio) }
    set { count(.radio, newValue) }
  }

  private func counts(_ kind: Listening.Kind) -> Bool { state.withLock { $0.kinds.contains(kind) } }

  private func count(_ kind: Listening.Kind, _ isOn: Bool) {
    state.withLock { state in
      if isOn { state.kinds.insert(kind) } else { state.kinds.remove(kind) }
    }
  }

  /// Returns the number of waiting plays of this account. Use it to ask the user before a sign-out:
  /// plays are either sent after the next sign-in with the same account, or removed by
  /// ``forgetWaiting()``.
  ///
  /// - Throws: `QueueStoreError`.
  public func waitingCount() throws -> Int {
    try outbox.waiting(for: name, account: service.account, limit: .max).count
  }

  /// Removes the waiting plays of this account. A play may still arrive if it is being sent.
  ///
  /// - Throws: `QueueStoreError`.
  public func forgetWaiting() throws {
    let waiting = try outbox.waiting(for: name, account: service.account, limit: .max)
    try outbox.remove(waiting.map(\.number))
  }

  /// Handles an event of a recorder. Blocks while a play that counts is written to the outbox.
  public func receive(_ event: ListeningEvent) {
    switch event {
    case .began(let listening):
      let isTold = state.withLock { state in
        state.beganUncounted = state.isPrivate
        guard !state.isPrivate else { return false }
        guard state.kinds.contains(listening.kind) else { return false }
        state.nowPlaying = Listen(listening)
        return state.nowPlaying != nil
      }
      if isTold { wake() }
    case .qualified(let listening):
      let counts = state.withLock { state in
        !state.isPrivate && !state.beganUncounted && state.kinds.contains(listening.kind)
      }
      guard counts, var listen = Listen(listening) else { return }
      listen.account = service.account
      keep(listen)
    case .ended:
      state.withLock { $0.nowPlaying = nil }
    }
  }

  /// Sets the listener's feeling about a track. Tried only once.
  public func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) async throws {
    try await service.setFeeling(feeling, for: listen)
  }

  /// Waits until all plays are sent or can't be sent now, or until the `timeout` is over.
  public func finish() async {
    guard let work = state.withLock(\.work) else { return }
    await work.end(within: timeout, on: clock)
  }

  // MARK: - Erasing

  /// Stops sending during an erasure, until ``goOn()``.
  func breakOff() async {
    let work = state.withLock { state in
      state.erasures += 1
      (state.nowPlaying, state.beganUncounted) = (nil, true)
      return state.work
    }
    work?.cancel()
    await work?.value
  }

  func eraseOutbox() throws { try outbox.erase() }

  func goOn() {
    let isDue = state.withLock { state in
      state.erasures -= 1
      return state.isDue
    }
    if isDue { wake() }
  }

  // MARK: - Parts

  private func keep(_ listen: Listen) {
    do {
      try outbox.add(listen, for: name)
    } catch {
      return onEvent(.lost(listen, error))
    }
    onEvent(.kept(listen))
    wake()
  }

  /// Starts to send, unless sending is in progress. Does not shorten a pause that a service asked
  /// for.
  private func wake() {
    state.withLock { state in
      state.isDue = true
      guard state.work == nil, state.erasures == 0, !state.machine.isHalted else { return }
      state.work = Task { [weak self] in
        while let pause = await self?.work() {
          guard (try? await self?.clock.sleep(for: pause)) != nil else { break }
        }
        self?.rest()
      }
    }
  }

  /// Ends the task. Starts another if there is new work.
  private func rest() {
    let isDue = state.withLock { state in
      state.work = nil
      return state.isDue && !Task.isCancelled
    }
    if isDue { wake() }
  }

  /// Sends until nothing is left.
  ///
  /// - Returns: The time to wait before the next attempt, or `nil` if there is nothing to do.
  private func work() async -> Duration? {
    while !Task.isCancelled {
      state.withLock { $0.isDue = false }
      await tellNowPlaying()
      let batch: [WaitingListen]
      do {
        try removeUnreadable()
        let size = state.withLock { $0.machine.batchSize(of: service.batchSize) }
        batch = try outbox.waiting(for: name, account: service.account, limit: size)
      } catch {
        onEvent(.failed(error))
        return nil
      }
      guard !batch.isEmpty else { return nil }
      do {
        switch try await tell(batch) {
        case .again: continue
        case .wait(let pause): return pause
        case .halt: return nil
        case .refuse(let reason): try settle(batch, batch.map { _ in .refused(reason: reason) })
        }
      } catch {
        if !Task.isCancelled { onEvent(.failed(error)) }
        return nil
      }
    }
    return nil
  }

  /// Sends a batch and returns the next step.
  ///
  /// - Throws: If the outbox failed, or the task was canceled.
  private func tell(_ batch: [WaitingListen]) async throws -> ScrobblerStateMachine.Decision {
    let verdicts: [ScrobbleVerdict]
    do {
      verdicts = try await service.submit(batch.map(\.listen))
    } catch {
      try Task.checkCancellation()
      let decision = state.withLock { $0.machine.failed(error, count: batch.count) }
      switch decision {
      case .wait, .halt: onEvent(.failed(error))
      case .again, .refuse: break
      }
      return decision
    }
    guard verdicts.count >= batch.count else {
      let reason = "\(name) does not say what became of it."
      return state.withLock { $0.machine.refused(reason, count: batch.count) }
    }
    state.withLock { $0.machine.succeeded() }
    return try settle(batch, verdicts)
  }

  /// Reports unreadable plays that an earlier run has left.
  private func removeUnreadable() throws {
    guard state.withLock(\.hasUnreadable) else { return }
    let count = try outbox.removeUnreadable(for: name)
    state.withLock { $0.hasUnreadable = false }
    if count > 0 { onEvent(.unreadable(count)) }
  }

  private func tellNowPlaying() async {
    let listen = state.withLock { state in
      defer { state.nowPlaying = nil }
      return state.nowPlaying
    }
    guard let listen else { return }
    do { try await service.tellNowPlaying(listen) } catch {
      if !Task.isCancelled { onEvent(.failed(error)) }
    }
  }

  /// Removes the plays that were accepted or refused, and keeps those to send later.
  @discardableResult
  private func settle(
    _ batch: [WaitingListen],
    _ verdicts: [ScrobbleVerdict]
  ) throws -> ScrobblerStateMachine.Decision {
    var events: [ScrobbleEvent] = []
    var numbers: [Int64] = []
    var decision = ScrobblerStateMachine.Decision.again
    for (row, verdict) in zip(batch, verdicts) {
      switch verdict {
      case .accepted: events.append(.told(row.listen))
      case .refused(let reason): events.append(.refused(row.listen, reason: reason))
      case .later(let asked):
        let now = clock.date.timeIntervalSince1970
        decision = state.withLock { $0.machine.postponed(asked, now: now) }
        continue
      }
      numbers.append(row.number)
    }
    try outbox.remove(numbers)
    for event in events { onEvent(event) }
    return decision
  }
}
