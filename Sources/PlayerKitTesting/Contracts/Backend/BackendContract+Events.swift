import PlayerKit

extension BackendContract {
  static let events: [Check] = [
    Check("The status is the one that an event carries, or a newer one", needs: .seek) { bench in
      let watcher = VolumeWatcher()
      bench.player.addSendableObserver(watcher, positionInterval: nil)
      for step in 1...100 { bench.player.volume = 1 - Double(step) / 100 }
      let seen = try await watcher.isCurrent.wait(for: "100 events") { $0.count == 100 }
      try bench.expect(seen.allSatisfy(\.self), "the status was older than an event")
    },
    Check("Each turn is closed with all of its events, in order") { bench in
      try await bench.start(bench.tracks.long)
      try await bench.told()
      let events = bench.observer.events.map { "\($0.change)" }
      try await bench.observer.recordedTurns.wait(for: "all turns") {
        $0.joined().count >= events.count
      }
      let turns = bench.observer.turns.joined().prefix(events.count).map { "\($0.change)" }
      try bench.expect(turns, is: events, "the events of the turns")
    },
    Check("The track is told first, with its reason, and the state with it") { bench in
      bench.play(bench.tracks.long)
      try await bench.told()
      guard let first = bench.observer.events.first,
        case .track(let track, let reason) = first.change
      else { throw ContractViolation("the first event is not about the track") }
      try bench.expect(track?.id == bench.tracks.long.id, "it names another track")
      try bench.expect(reason, is: .userSelected, "the reason")
      try bench.expect(first.status.state, is: .loadToPlay, "the state that it carries")
    },
    Check("The updates begin with the present status and end with the player") { bench in
      var player: (any Player)? = try await bench.makePlayer()
      player?.volume = 0.5
      guard let updates = player?.updates() else { return }
      player?.volume = 0.25
      var iterator = updates.makeAsyncIterator()
      guard case .snapshot(let status, isLagging: false) = await iterator.next() else {
        throw ContractViolation("the first update is no snapshot")
      }
      try bench.expect(status.volume, is: 0.5, "the volume when the sequence was made")
      try bench.expect(await iterator.next()?.status.volume == 0.25, "an event is missing")
      player = nil
      let rest = try await waitForEnd(of: updates)
      try bench.expect(rest, is: 0, "the events of a player that did nothing")
    },
    Check("Positions are told only while playing, at the interval asked for, never backwards") {
      bench in
      let observer = RecordingObserver(
        of: bench.player,
        positionInterval: .milliseconds(100)
      )
      try await bench.cue(bench.tracks.long)
      try await bench.pass(.milliseconds(300))
      try await bench.settle(observer)
      try bench.expect(observer.positions.isEmpty, "a position was told while paused")
      let start = bench.now
      bench.player.play()
      try await bench.wait(for: .play)
      try await bench.pass(.milliseconds(1050))
      try await observer.recordedPositions.wait(for: "positions") { $0.count >= 5 }
      bench.player.pause()
      let most = Int((bench.now - start) / .milliseconds(100)) + 1
      try await bench.settle(observer)
      let told = observer.positions.map(\.position)
      try bench.expect(told == told.sorted(), "a position went backwards: \(told)")
      try bench.expect(told.count <= most, "\(told.count) positions instead of \(most)")
      try await bench.pass(.milliseconds(300))
      try await bench.settle(observer)
      try bench.expect(observer.positions.count, is: told.count, "the positions after a pause")
    },
  ]

  /// How many updates are left; in real time.
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

/// Notes for each event, while the volume is being turned down, whether the player's status is as
/// new as the event's.
private final class VolumeWatcher: PlayerObserver, Sendable {
  let isCurrent = Recorded<Bool>()

  func player(_ player: any Player, didEmit event: PlayerEvent) {
    isCurrent.append(player.status.volume <= event.status.volume)
  }
}
