import PlayerKit

extension BackendContract {
  static let events: [Check] = [
    Check("The status is the one that an event carries, or a newer one", needs: .seek) { fixture in
      let watcher = VolumeWatcher()
      fixture.player.addSendableObserver(watcher, positionInterval: nil)
      for step in 1...100 { fixture.player.volume = 1 - Double(step) / 100 }
      let seen = try await watcher.isCurrent.wait(for: "100 events") { $0.count == 100 }
      try fixture.expect(seen.allSatisfy(\.self), "the status was older than an event")
    },
    Check("Each turn is closed with all of its events, in order") { fixture in
      try await fixture.start(fixture.tracks.long)
      try await fixture.told()
      let events = fixture.observer.events.map { "\($0.change)" }
      try await fixture.observer.recordedTurns.wait(for: "all turns") {
        $0.joined().count >= events.count
      }
      let turns = fixture.observer.turns.joined().prefix(events.count).map { "\($0.change)" }
      try fixture.expect(turns, is: events, "the events of the turns")
    },
    Check("The track is told first, with its reason, and the state with it") { fixture in
      fixture.play(fixture.tracks.long)
      try await fixture.told()
      guard let first = fixture.observer.events.first,
        case .track(let track, let reason) = first.change
      else { throw ContractViolation("the first event is not about the track") }
      try fixture.expect(track?.id == fixture.tracks.long.id, "it names another track")
      try fixture.expect(reason, is: .userSelected, "the reason")
      try fixture.expect(first.status.state, is: .loadToPlay, "the state that it carries")
    },
    Check("The updates begin with the present status and end with the player") { fixture in
      var player: (any Player)? = try await fixture.makePlayer()
      player?.volume = 0.5
      guard let updates = player?.updates() else { return }
      player?.volume = 0.25
      var iterator = updates.makeAsyncIterator()
      guard case .snapshot(let status, isLagging: false) = await iterator.next() else {
        throw ContractViolation("the first update is no snapshot")
      }
      try fixture.expect(status.volume, is: 0.5, "the volume when the sequence was made")
      try fixture.expect(await iterator.next()?.status.volume == 0.25, "an event is missing")
      player = nil
      let rest = try await waitForEnd(of: updates)
      try fixture.expect(rest, is: 0, "the events of a player that did nothing")
    },
    Check("Positions are told only while playing, at the interval asked for, never backwards") {
      fixture in
      let observer = RecordingObserver(
        of: fixture.player,
        positionInterval: .milliseconds(100)
      )
      try await fixture.cue(fixture.tracks.long)
      try await fixture.pass(.milliseconds(300))
      try await fixture.settle(observer)
      try fixture.expect(observer.positions.isEmpty, "a position was told while paused")
      let start = fixture.now
      fixture.player.play()
      try await fixture.wait(for: .play)
      try await fixture.pass(.milliseconds(1050))
      try await observer.recordedPositions.wait(for: "positions") { $0.count >= 5 }
      fixture.player.pause()
      let most = Int((fixture.now - start) / .milliseconds(100)) + 1
      try await fixture.settle(observer)
      let told = observer.positions.map(\.position)
      try fixture.expect(told == told.sorted(), "a position went backwards: \(told)")
      try fixture.expect(told.count <= most, "\(told.count) positions instead of \(most)")
      try await fixture.pass(.milliseconds(300))
      try await fixture.settle(observer)
      try fixture.expect(observer.positions.count, is: told.count, "the positions after a pause")
    },
  ]

  /// Returns the number of remaining updates. Waits in real time.
  private static func waitForEnd(of updates: StatusUpdates<PlayerEvent>) async throws -> Int {
    let count = Recorded<Int>()
    let reader = Task {
      var left = 0
      for await _ in updates { left += 1 }
      count.append(left)
    }
    defer { reader.cancel() }
    return try await count.wait(for: "the end of the updates") { !$0.isEmpty }[0]
  }
}

/// For each event while the volume is being turned down, records whether the player's status is at
/// least as new as the event's status.
private final class VolumeWatcher: PlayerObserver, Sendable {
  let isCurrent = Recorded<Bool>()

  func player(_ player: any Player, didEmit event: PlayerEvent) {
    isCurrent.append(player.status.volume <= event.status.volume)
  }
}
