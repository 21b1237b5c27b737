import PlayerKit
import PlayerKitSystem

// The passing of time, and the checks.
extension SimulatedWorld {
  static let historyLimit = 20
  static let maximumEntries = 20
  /// The maximum time until a track is loaded.
  private static let loadingTime = Duration.seconds(20)
  /// The queue ignores smaller corrections of its position.
  private static let tolerance = PlaybackStateMachine.positionTolerance + .milliseconds(5)
  /// Enough for the timers of a machine and the last waits of those before it.
  private static let maximumTimers = 100
  private static let maximumTasks = 200
  /// The maximum time until everything has taken effect.
  private static let settlingTime = Duration.seconds(400)

  // MARK: - Tasks and time

  /// Runs some of the pending tasks, in any order.
  func runSomeTasks() {
    for _ in 0..<Int.random(in: 0...tasks.count + 1, using: &dice) where tasks.count > 0 {
      runTask()
    }
  }

  /// Runs tasks in any order until all of them wait.
  func runAllTasks() {
    var left = 100_000
    while tasks.count > 0, left > 0 {
      runTask()
      left -= 1
    }
    expect(left > 0, .nothingStuck, "the tasks never come to rest")
  }

  private func runTask() {
    transitions += 1
    _ = tasks.run(at: Int.random(in: 0..<max(1, tasks.count), using: &dice))
  }

  /// Lets time pass, and checks each instant in which something happens.
  func pass(_ time: Duration) {
    let end = clock.now + time
    var left = 100_000
    while violations.isEmpty, let deadline = clock.nextDeadline, deadline <= end, left > 0 {
      runSomeTasks()
      fire(deadline)
      left -= 1
    }
    expect(left > 0, .nothingStuck, "timers fire without end")
    clock.advance(to: end)
  }

  /// Goes on to the next timer, with all tasks done before and after.
  func hop(within limit: Duration) {
    runAllTasks()
    let end = clock.now + limit
    fire(min(clock.nextDeadline ?? end, end))
    runAllTasks()
  }

  private func fire(_ deadline: MonotonicInstant) {
    transitions += 1
    clock.advance(to: deadline)
    checkSound()
  }

  /// Leaves everything alone, with a network and a disk that work, until it has settled.
  func settle() {
    guard violations.isEmpty else { return }
    note("settle")
    network.isLost = false
    disk.failureShare = 0
    if isPowerEnding { losePower() }
    isPowerEnding = false
    leftAloneSince = clock.now
    let end = clock.now + Self.settlingTime
    let earliest = clock.now + .seconds(1)
    while violations.isEmpty, clock.now < end, clock.now < earliest || !isSettled {
      hop(within: .milliseconds(200))
    }
    guard violations.isEmpty else { return }
    expect(
      chronicle.pendingFlushes == 0,
      .everyCommandAnswered,
      "\(chronicle.pendingFlushes) flushes are not answered"
    )
    expect(isSettled, .nothingStuck, description)
    checkPosition()
    runAllTasks()
    checkObserver()
    check()
  }

  private var isSettled: Bool {
    guard let machine, tasks.count == 0, chronicle.pendingFlushes == 0 else { return false }
    let status = machine.queue.status
    switch status.playback.state {
    // A track that failed without a network is not tried again in a pause.
    case .load: return leftAloneSince + Self.loadingTime < clock.now && machine.sounding.isEmpty
    case .loadToPlay: return false
    case .play: return machine.sounding == [status.currentEntry?.track.id].compactMap(\.self)
    case .pause, .initial: return machine.sounding.isEmpty
    }
  }

  private var description: String {
    guard let machine else { return "no machine" }
    let status = machine.queue.status
    return """
      the queue is in \(status.playback.state) with \(status.currentEntry?.track.id ?? "nothing"), \
      wants to play: \(status.playback.wantsToPlay), ended: \(status.endReason != nil); \
      \(machine.sounding) sounds; commands: \(machine.players.map { $0.commands.suffix(6) })
      """
  }

  // MARK: - Checks

  private func checkSound() {
    guard let machine else { return }
    expect(machine.sounding.count <= 1, .oneSound, "\(machine.sounding) sound at a time")
  }

  /// The checks after every step.
  func check() {
    guard violations.isEmpty, let machine else { return }
    checkSound()
    let status = machine.queue.status
    let (playback, entries) = (status.playback, status.entries)
    let position = playback.position(at: clock.now)
    expect(
      position >= .zero && position <= playback.duration ?? position,
      .truePositions,
      "the position \(position) is outside the track"
    )
    let snapshot = RemoteSnapshot(status, at: clock.now)
    expect(
      (status.currentEntry == nil) == entries.isEmpty && entries.playOrder.count == entries.count
        && snapshot.entry?.id == entries.current && snapshot.isMoving == playback.isPlaying,
      .observersAgree,
      "the parts of the status contradict each other"
    )
    expect(
      status.history.count <= Self.historyLimit,
      .withinLimits,
      "\(status.history.count) records in the history"
    )
    expect(
      machine.group.knownLoads.count <= 2,
      .withinLimits,
      "the engine has \(machine.group.knownLoads.count) loads"
    )
    expect(
      clock.pendingTimers <= Self.maximumTimers,
      .withinLimits,
      "\(clock.pendingTimers) timers are pending"
    )
    expect(
      tasks.count <= Self.maximumTasks,
      .withinLimits,
      "\(tasks.count) tasks are pending"
    )
  }

  /// Compares the position with the sound, if the sound goes on for a while. A report may still be
  /// on its way, so it need be right only once.
  private func checkPosition() {
    guard let machine else { return }
    let end = clock.now + machine.lateness * 6 + .seconds(1)
    var found: [Duration] = []
    while clock.now < end, violations.isEmpty {
      let status = machine.queue.status
      guard status.playback.isPlaying else { return }
      let sounding = machine.players.first { $0.isSounding }
      if let heard = sounding?.soundingPosition,
        sounding?.soundingTrack?.id == status.currentEntry?.track.id
      {
        let shown = min(machine.queue.position, status.playback.duration ?? heard)
        let difference = max(shown - heard, heard - shown)
        if difference <= Self.tolerance { return }
        found.append(difference)
      }
      hop(within: .milliseconds(100))
    }
    expect(found.isEmpty, .truePositions, "the position is off by \(found.last ?? .zero)")
  }

  /// Compares what an observer knows with the getters. All tasks must have run.
  func checkObserver() {
    guard violations.isEmpty, let machine else { return }
    let (known, status) = (machine.observer.state, machine.queue.status)
    expect(
      known.faults.isEmpty,
      .observersAgree,
      known.faults.prefix(3).joined(separator: "; ")
    )
    expect(
      known.state == status.playback.state && known.current == status.entries.current
        && known.entries == status.entries.map(\.id) && known.volume == status.playback.volume
        && known.repeatMode == status.entries.repeatMode
        && known.isShuffled == status.entries.isShuffled,
      .observersAgree,
      """
      observers know \(known.state), volume \(known.volume), \(known.repeatMode), \
      \(known.entries.count) entries; the getters return \(status.playback.state), volume \
      \(status.playback.volume), \(status.entries.repeatMode), \(status.entries.count) entries
      """
    )
    let mayBeSeeking = status.playback.state == .load || status.playback.state == .loadToPlay
    expect(
      !known.isSeeking || mayBeSeeking,
      .everyCommandAnswered,
      "a seek was never completed"
    )
  }
}
