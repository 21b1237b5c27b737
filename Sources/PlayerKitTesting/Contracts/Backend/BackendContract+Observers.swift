import PlayerKit
import PlayerKitSystem

extension BackendContract {
  static let observers: [Check] = [
    Check(
      "All observers hear the same order, also when one commands from within an event",
      needs: .seek
    ) { fixture in
      let commander = ActingObserver { player, event in
        switch event.change {
        case .track: player.seek(to: .seconds(10))
        case .discontinuity: player.pause()
        case .wantsToPlay(false, _): player.unload()
        case .wantsToPlay, .suppression, .ducking, .buffering, .state, .duration, .metadata,
          .format, .settings, .unsupported, .capabilities, .bufferedPosition, .seekCompleted,
          .failed,
          .ended:
          break
        }
      }
      fixture.player.addSendableObserver(commander, positionInterval: nil)
      let late = RecordingObserver(of: fixture.player)
      fixture.play(fixture.tracks.long)
      try await fixture.observer.wait(for: "the observer's last command") { !$0.ends.isEmpty }
      let told = try await fixture.told().map { "\($0)" }
      for heard in [commander.heard, late.recordedEvents] {
        let events = try await heard.wait(for: "all events") { $0.count >= told.count }
        try fixture.expect(events.map { "\($0.change)" }, is: told, "what another observer heard")
      }
    },
    Check("An observer that removes itself from within an event hears nothing further") { fixture in
      let leaver = ActingObserver { _, _ in }
      leaver.act = { [weak leaver] player, _ in leaver.map { player.removeObserver($0) } }
      fixture.player.addSendableObserver(leaver, positionInterval: nil)
      try await fixture.start(fixture.tracks.long)
      try await leaver.heard.wait(for: "an event") { !$0.isEmpty }
      try await fixture.told()
      try await fixture.pass(.milliseconds(20))
      try fixture.expect(leaver.heard.elements.count, is: 1, "the events that it heard")
      try fixture.expect(leaver.laterCalls.elements.isEmpty, "it was called after its removal")
    },
    Check("An observer that is added twice hears each event once") { fixture in
      let observer = RecordingObserver(of: fixture.player)
      fixture.player.addSendableObserver(observer, positionInterval: nil)
      fixture.player.volume = 0.5
      fixture.player.volume = 0.25
      try await observer.wait(for: "the last event") { $0.last?.status.volume == 0.25 }
      try await fixture.told()
      try fixture.expect(
        observer.events.count { $0.status.volume == 0.5 },
        is: 1,
        "the first event"
      )
    },
    Check("An observer that is removed hears nothing further") { fixture in
      let observer = RecordingObserver(of: fixture.player)
      fixture.player.removeObserver(observer)
      fixture.player.removeObserver(observer)
      fixture.player.volume = 0.5
      try await fixture.told()
      try fixture.expect(observer.events.isEmpty, "it was called")
    },
    Check("An observer is not kept alive") { fixture in
      var observer: RecordingObserver<PlayerEvent>? = RecordingObserver(of: fixture.player)
      weak let dropped = observer
      try fixture.expect(dropped != nil, "it went away too early")
      observer = nil
      try fixture.expect(dropped == nil, "it is kept alive")
      fixture.player.volume = 0.5
      try await fixture.told()
    },
  ]
}

/// Runs an action on each event, and records the events.
private final class ActingObserver: PlayerObserver, Sendable {
  typealias Action = @Sendable (any Player, PlayerEvent) -> Void

  let heard = Recorded<PlayerEvent>()
  /// The player's state at each call other than `didEmit`.
  let laterCalls = Recorded<PlayerState>()
  private let storedAction: Locked<Action>

  var act: Action {
    get { storedAction.withLock { $0 } }
    set { storedAction.withLock { $0 = newValue } }
  }

  init(act: @escaping Action) {
    storedAction = Locked(act)
  }

  func player(_ player: any Player, didEmit event: PlayerEvent) {
    heard.append(event)
    act(player, event)
  }

  func player(_ player: any Player, didFinishTurn events: [PlayerEvent]) {
    laterCalls.append(player.state)
  }

  func player(
    _ player: any Player,
    didChangeTrack track: (any Track)?,
    reason: TransitionReason,
    status: PlayerStatus
  ) {
    laterCalls.append(status.state)
  }
}
