import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Slow readers of `updates()`.
@Suite("Status updates", .tags(.pure), .timeLimit(.minutes(3)))
struct LaggingUpdatesTests {
  let player = FakePlayer(clock: ManualClock())

  /// Sets the volume this many times, each time to another value.
  private func emit(_ count: Int) {
    for number in 1...count { player.volume = Double(number) / 10_000 }
  }

  @Test("reach a reader up to 255 events late one by one")
  func reachSlowReader() async {
    var updates = player.updates().makeAsyncIterator()
    emit(255)
    guard case .snapshot(_, isLagging: false) = await updates.next() else {
      Issue.record("The sequence does not begin with a snapshot.")
      return
    }
    for number in 1...255 {
      #expect(await updates.next()?.status.volume == Double(number) / 10_000)
    }
  }

  @Test("become one snapshot for a later reader, and continue from there")
  func becomeSnapshot() async {
    var updates = player.updates().makeAsyncIterator()
    _ = await updates.next()
    emit(257)
    guard case .snapshot(let status, isLagging: true) = await updates.next() else {
      Issue.record("There is no lagging snapshot.")
      return
    }
    #expect(status.volume == 257.0 / 10_000)
    player.volume = 1
    guard case .event(let event) = await updates.next() else {
      Issue.record("There is no event after the snapshot.")
      return
    }
    #expect(event.status.volume == 1)
  }

  @Test("stay bounded for a reader that never reads, and complete for another reader")
  func stayBounded() async throws {
    let unread = player.updates()
    var read = player.updates().makeAsyncIterator()
    _ = await read.next()
    for number in 1...10_000 {
      player.volume = Double(number) / 10_000
      if number.isMultiple(of: 200) { for _ in 0..<200 { _ = await read.next() } }
    }
    player.isMuted = true
    guard case .event(let last) = await read.next() else {
      Issue.record("The quick reader lags.")
      return
    }
    #expect(last.status.isMuted)
    var left = 0
    for await update in unread {
      left += 1
      if update.status.isMuted { break }
    }
    #expect(left <= 256)
  }

  @Test("end if the reading task is cancelled")
  func endWhenCancelled() async throws {
    let task = Task { [player] in
      var count = 0
      for await _ in player.updates() { count += 1 }
      return count
    }
    try await player.wait { _ in true }
    task.cancel()
    #expect(await task.value <= 1)
  }

  @Test("of a queue begin with the present state, and report each edit")
  func tellOfEdits() async throws {
    let queue = QueuePlayer(players: [player], clock: ManualClock())
    try queue.set([FakeTrack("a")])
    var updates = queue.updates().makeAsyncIterator()
    #expect(await updates.next()?.status.entries.count == 1)
    try queue.set([FakeTrack("a"), FakeTrack("b")])
    #expect(await updates.next()?.status.entries.count == 2)
  }

  @Test("never omit a failure, an end, or a transition, which precede the snapshot")
  func keepWhatCounts() async throws {
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("b")])
    let updates = queue.updates()
    queue.play()
    clock.advance(by: .milliseconds(100))
    clock.advance(by: .seconds(60))
    for number in 1...300 { queue.volume = Double(number) / 10_000 }
    clock.advance(by: .seconds(61))
    for number in 1...300 { queue.volume = Double(number) / 1_000 }
    var told: [String] = []
    for await update in updates {
      switch update {
      case .snapshot(let status, let isLagging):
        told.append(isLagging ? "lagging \(status.state)" : "present")
      case .event(let event):
        if case .transition(let transition) = event.change {
          told.append("to \(transition.to?.track.id ?? "nothing")")
        }
        if case .ended(let reason) = event.change { told.append("ended \(reason)") }
      }
      if update.status.playback.volume == 0.3 { break }
    }
    #expect(told == ["present", "to b", "ended finished", "lagging initial"])
  }
}
