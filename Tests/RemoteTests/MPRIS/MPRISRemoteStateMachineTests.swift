import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPRIS

/// The machine, its actions, and a manual clock.
private struct Story {
  typealias Machine = MPRISRemoteStateMachine
  var machine = Machine(playerType: .mprisRemote)
  var now = MonotonicInstant(sinceOrigin: .seconds(100))
  var reports: [LoadEvent] = []
  var sent: [Machine.Command] = []
  let load = LoadID.unique()
  /// The other player's answers.
  var answer: [String: DBusValue] = [:]
  static let uri = "app:track:1"

  mutating func take(_ actions: [Machine.Action]) {
    for action in actions {
      switch action {
      case .report(let report, _): reports.append(report)
      case .send(let command, _): sent.append(command)
      case .read(let number):
        let answer = answer
        take(machine.answered(number, answer, now: now))
      }
    }
  }

  /// The player's report about a track.
  static func track(
    _ url: String = uri,
    id: String = "/track/1",
    length: Duration? = .seconds(100)
  ) -> DBusValue {
    var values: [String: DBusValue] = ["mpris:trackid": .path(id), "xesam:url": .string(url)]
    if let length { values["mpris:length"] = .int64(Int64(length / .microseconds(1))) }
    return .properties(values)
  }

  mutating func answers(_ status: String, at position: Duration, _ track: DBusValue = track()) {
    answer = [
      "PlaybackStatus": .string(status), "Metadata": track,
      "Position": .int64(Int64(position / .microseconds(1))),
    ]
  }

  mutating func tells(_ properties: [String: DBusValue]) {
    take(machine.peerChanged(properties, now: now))
  }

  mutating func tells(_ status: String) { tells(["PlaybackStatus": .string(status)]) }

  mutating func open(
    wantsToPlay: Bool = true,
    at position: Duration = .zero,
    stated: Duration? = nil
  ) {
    let track = MPRISTrack(Self.uri, metadata: TrackMetadata(duration: stated))
    let request = LoadRequest(
      id: load,
      track: track,
      position: position,
      wantsToPlay: wantsToPlay,
      album: AlbumContext()
    )
    take(machine.open(request, uri: track.mprisURI, now: now))
  }

  /// Advances the clock. The player's position advances while it reports that it plays.
  mutating func pass(_ time: Duration, isMoving: Bool = true) {
    let end = now + time
    for _ in 0..<10_000 {
      let next = machine.deadline.map { max($0, now) } ?? end
      let step = min(next, end) - now
      now = now + step
      if isMoving, answer["PlaybackStatus"]?.string == "Playing",
        let position = answer["Position"]?.integer
      {
        answer["Position"] = .int64(position + Int64(step / .microseconds(1)))
      }
      guard machine.deadline != nil, next <= end else { return }
      take(machine.due(now: now))
    }
    Issue.record("It wakes up endlessly.")
  }

  /// A story in which the track already plays, at a position.
  static func playing(
    at position: Duration = .zero,
    _ track: DBusValue = track(),
    stated: Duration? = nil
  ) -> Story {
    var story = Story()
    story.answers("Stopped", at: .zero, .properties([:]))
    story.take(story.machine.peerAppeared(now: story.now))
    story.open(stated: stated)
    story.answers("Playing", at: position, track)
    story.tells(["PlaybackStatus": .string("Playing"), "Metadata": track])
    story.pass(.milliseconds(2500))
    story.reports = []
    story.sent = []
    return story
  }

  var ending: LoadEvent? { reports.last { $0.isTerminal } }
  var code: PlayerError.Code? {
    if case .failed(let error, _) = ending { error.code } else { nil }
  }
  var remotes: [RemoteAction] {
    reports.compactMap { if case .remote(let action) = $0 { action } else { nil } }
  }
  var isTakenOver: Bool { if case .takenOver = ending { true } else { false } }
}

private func newSeek() -> SeekID {
  var ids = LoadIDIssuer.unique()
  return ids.nextSeek()
}

@Suite("The state machine of a track in another player", .tags(.pure))
struct MPRISRemoteStateMachineTests {
  // MARK: Opening

  @Test("It is loaded when the player shows it with a length, and not before")
  func loads() {
    var story = Story()
    story.answers("Stopped", at: .zero, .properties([:]))
    story.take(story.machine.peerAppeared(now: story.now))
    story.open()
    #expect(story.sent == [.pause, .open(Story.uri)])
    // mpv reports that it plays before it has the file.
    story.answers("Playing", at: .zero, Story.track(length: nil))
    story.tells("Playing")
    story.pass(.seconds(1), isMoving: false)
    #expect(story.reports.isEmpty)
    story.answers("Playing", at: .zero)
    story.pass(.milliseconds(200))
    guard case .loaded(let media) = story.reports.first else {
      Issue.record("not loaded")
      return
    }
    #expect(media.duration == .seconds(100) && media.anchor.speed == 1)
  }

  @Test("Another track that continues while ours is opened is not mistaken for ours")
  func oldTrack() {
    var story = Story()
    story.answers("Playing", at: .seconds(50), Story.track("app:other"))
    story.take(story.machine.peerAppeared(now: story.now))
    story.open()
    story.pass(.seconds(2))
    #expect(story.reports.isEmpty)
  }

  @Test("A new track with the trackid of the one before is ours if its URL is")
  func reusedTrackID() {
    var story = Story()
    story.answers("Playing", at: .seconds(50), Story.track("app:other", id: "/0"))
    story.take(story.machine.peerAppeared(now: story.now))
    story.open()
    story.answers("Playing", at: .zero, Story.track(id: "/0"))
    story.tells(["Metadata": Story.track(id: "/0")])
    #expect(story.reports.count == 1)
  }

  @Test("A stop right after the opening is a failure, not an end")
  func unplayable() {
    var story = Story()
    story.answers("Stopped", at: .zero, .properties([:]))
    story.take(story.machine.peerAppeared(now: story.now))
    story.open()
    story.answers("Playing", at: .zero, Story.track(length: nil))
    story.tells("Playing")
    story.answers("Stopped", at: .zero, .properties([:]))
    story.tells("Stopped")
    story.pass(.milliseconds(400))
    #expect(story.code == .invalidItem)
  }

  @Test("A refused URI, a missing player, and a track that never begins fail with their codes")
  func failures() {
    var story = Story()
    story.take(story.machine.peerAppeared(now: story.now))
    story.open()
    let error = DBusError.notSupported("no")
    let command = MPRISRemoteStateMachine.Command.open(Story.uri)
    story.take(story.machine.answered(command, story.load, failed: error, now: story.now))
    #expect(story.code == .invalidItem)

    story = Story()
    story.open()
    story.pass(.seconds(6))
    #expect(story.code == .noDevice)

    story = Story()
    story.answers("Playing", at: .seconds(50), Story.track("app:other"))
    story.take(story.machine.peerAppeared(now: story.now))
    story.open()
    story.pass(.seconds(21))
    #expect(story.code == .timedOut)
  }

  @Test("A track that shall wait is paused, and reported as loaded only then")
  func cues() {
    var story = Story()
    story.answers("Stopped", at: .zero, .properties([:]))
    story.take(story.machine.peerAppeared(now: story.now))
    story.open(wantsToPlay: false)
    story.answers("Playing", at: .milliseconds(20))
    story.tells(["PlaybackStatus": .string("Playing"), "Metadata": Story.track()])
    #expect(story.reports.isEmpty && story.sent.filter { $0 == .pause }.count == 2)
    story.answers("Paused", at: .milliseconds(20))
    story.tells("Paused")
    story.pass(.milliseconds(200))
    guard case .loaded(let media) = story.reports.first else {
      Issue.record("not loaded")
      return
    }
    #expect(media.anchor.position == .zero && media.anchor.speed == 0)
  }

  // MARK: Ends and stops

  @Test("A stop at the end is the end, and nothing more is sent")
  func ends() {
    var story = Story.playing(at: .seconds(96))
    story.answers("Stopped", at: .zero)
    story.tells("Stopped")
    #expect(story.ending == nil)
    story.pass(.milliseconds(400))
    #expect(story.ending == .ended(followedBy: nil) && story.sent.isEmpty)
  }

  @Test("A stop in the middle is a pause by the user, and play opens the track again there")
  func stopsInTheMiddle() {
    var story = Story.playing(at: .seconds(40))
    story.answers("Stopped", at: .zero, .properties(["mpris:trackid": .path("/noplaylist")]))
    story.tells(["PlaybackStatus": .string("Stopped"), "Metadata": .properties([:])])
    story.pass(.milliseconds(400))
    #expect(story.ending == nil && story.remotes == [.pause])
    story.take(story.machine.setPlaying(true, story.load, now: story.now))
    #expect(story.sent == [.pause, .open(Story.uri)])
    story.answers("Playing", at: .zero)
    story.tells(["PlaybackStatus": .string("Playing"), "Metadata": Story.track()])
    guard case .setPosition(let place, trackID: "/track/1") = story.sent.last else {
      Issue.record("not sought: \(story.sent)")
      return
    }
    #expect(place > .seconds(42) && place < .seconds(43))
  }

  @Test("A stop by the user during a seek settles the seek at that position")
  func stoppedInASeek() {
    var story = Story.playing(at: .seconds(10))
    let seek = newSeek()
    story.take(story.machine.seek(to: .seconds(50), seek, story.load, now: story.now))
    story.answers("Stopped", at: .zero)
    story.tells("Stopped")
    story.pass(.seconds(1))
    #expect(story.remotes == [.pause])
    let settled = story.reports.compactMap { report -> Duration? in
      guard case .seekCompleted(seek, let anchor) = report else { return nil }
      return anchor.position
    }
    #expect(settled.count == 1)
    #expect(settled.allSatisfy { $0 >= .seconds(50) && $0 < .seconds(51) })
  }

  @Test("A player that has our track and only ever reported Stopped gets one play command")
  func saysStopped() {
    for wantsToPlay in [true, false] {
      var story = Story()
      story.answers("Stopped", at: .zero, .properties([:]))
      story.take(story.machine.peerAppeared(now: story.now))
      story.open(wantsToPlay: wantsToPlay)
      story.answers("Stopped", at: .zero)
      story.tells(["Metadata": Story.track()])
      story.pass(.milliseconds(250))
      #expect(story.sent == [.pause, .open(Story.uri)])
      story.pass(.seconds(1))
      let nudge: [Story.Machine.Command] = wantsToPlay ? [.play] : [.play, .pause]
      #expect(story.sent == [.pause, .open(Story.uri)] + nudge)
      story.answers(wantsToPlay ? "Playing" : "Paused", at: .zero)
      story.tells(wantsToPlay ? "Playing" : "Paused")
      story.pass(.seconds(1))
      #expect(story.ending == nil)
      #expect(story.reports.contains { if case .loaded = $0 { true } else { false } })
    }
  }

  @Test("A stop of a track without a known length is the end")
  func endsWithoutLength() {
    var story = Story.playing(at: .seconds(40), Story.track(length: nil))
    story.answers("Stopped", at: .zero, Story.track(length: nil))
    story.tells("Stopped")
    story.pass(.milliseconds(400))
    #expect(story.ending == .ended(followedBy: nil))
  }

  @Test(
    "A short Stopped or Paused before Playing is neither an end nor a pause",
    arguments: ["Stopped", "Paused"]
  )
  func bounces(status: String) {
    var story = Story.playing(at: .seconds(40))
    story.tells(status)
    story.pass(.milliseconds(200))
    story.tells("Playing")
    story.pass(.seconds(2))
    #expect(story.ending == nil && story.remotes.isEmpty)
  }

  @Test("A Stopped with a moving position is ignored")
  func lies() {
    var story = Story.playing(at: .seconds(40))
    story.answers("Stopped", at: .milliseconds(42900))
    story.tells("Stopped")
    story.pass(.milliseconds(400))
    #expect(story.ending == nil && story.remotes.isEmpty)
  }

  @Test("A track that starts again by itself has ended, and is stopped")
  func loops() {
    var story = Story.playing(at: .seconds(96))
    story.answers("Playing", at: .milliseconds(300))
    story.pass(.seconds(1))
    #expect(story.ending == .ended(followedBy: nil) && story.sent == [.stop])
  }

  @Test(
    "Another track at the end is the end, and is stopped, but in the middle it is a takeover"
  )
  func autoplayAndTakeover() {
    var story = Story.playing(at: .seconds(96))
    story.tells(["Metadata": Story.track("app:other", id: "/track/2")])
    #expect(story.ending == .ended(followedBy: nil) && story.sent == [.stop])

    story = Story.playing(at: .seconds(40))
    story.tells(["Metadata": Story.track("app:other", id: "/track/1")])
    #expect(
      story.ending
        == .takenOver(
          by: ForeignTrack(id: "app:other", metadata: TrackMetadata(duration: .seconds(100)))
        )
    )
    story.pass(.seconds(5))
    #expect(story.sent.isEmpty)
  }

  @Test("The same URL with another trackid is another track, and late metadata are not")
  func identities() {
    var story = Story.playing(at: .seconds(40))
    story.tells(["Metadata": Story.track(id: "/track/2")])
    #expect(story.isTakenOver)

    story = Story.playing(at: .seconds(40), .properties(["xesam:url": .string(Story.uri)]))
    story.tells(["Metadata": Story.track()])
    story.pass(.seconds(1))
    #expect(story.ending == nil)
    #expect(story.reports.contains(.duration(.seconds(100))))
  }

  @Test("A player that quits in the middle is gone, and at the end the track has ended")
  func quits() {
    var story = Story.playing(at: .seconds(40))
    story.take(story.machine.peerVanished(now: story.now))
    #expect(story.code == .noDevice && story.sent.isEmpty)

    story = Story.playing(at: .seconds(96))
    story.take(story.machine.peerVanished(now: story.now))
    #expect(story.ending == .ended(followedBy: nil))
  }

  // MARK: Positions

  @Test(
    "A position that stands still is a stall after 3 s, and a failure with a stop after 30 s"
  )
  func stalls() {
    var story = Story.playing(at: .seconds(40))
    story.pass(.seconds(1))
    story.pass(.seconds(5), isMoving: false)
    #expect(story.reports.contains(.buffering(true)) && story.ending == nil)
    story.pass(.seconds(2))
    #expect(
      story.reports.last { if case .buffering = $0 { true } else { false } } == .buffering(false)
    )
    story.pass(.seconds(33), isMoving: false)
    #expect(story.code == .interrupted && story.sent.last == .stop)
  }

  @Test("A position that stands still at the end is the end")
  func standsAtTheEnd() {
    var story = Story.playing(at: .seconds(96))
    story.pass(.milliseconds(1000))
    story.pass(.seconds(5), isMoving: false)
    #expect(story.ending == .ended(followedBy: nil))
  }

  @Test("A position that is always 0, as another integer type, counts as playing")
  func alwaysZero() {
    var story = Story()
    story.answers("Stopped", at: .zero, .properties([:]))
    story.take(story.machine.peerAppeared(now: story.now))
    story.open()
    story.answers("Playing", at: .zero)
    story.answer["Position"] = .int32(0)
    story.tells(["PlaybackStatus": .string("Playing"), "Metadata": Story.track()])
    story.pass(.seconds(50), isMoving: false)
    #expect(story.ending == nil && story.remotes.isEmpty)
    #expect(!story.reports.contains(.buffering(true)))
  }

  @Test("Milliseconds are recognized by the length that the service states")
  func milliseconds() {
    let track = Story.track(length: .milliseconds(100))
    var story = Story.playing(at: .milliseconds(40), track, stated: .seconds(100))
    story.take(story.machine.seeked(to: .milliseconds(40), now: story.now))
    story.tells("Stopped")
    story.answers("Stopped", at: .zero, track)
    story.pass(.milliseconds(400))
    #expect(story.remotes.last == .pause && story.ending == nil)
  }

  @Test("A far Seeked is a seek by the user, but not a near or a repeated one")
  func jumps() {
    var story = Story.playing(at: .seconds(40))
    story.take(story.machine.seeked(to: .milliseconds(42800), now: story.now))
    #expect(story.remotes.isEmpty)
    story.pass(.seconds(1))
    story.answers("Playing", at: .seconds(80))
    for _ in 0..<3 { story.take(story.machine.seeked(to: .seconds(80), now: story.now)) }
    story.pass(.seconds(2))
    #expect(story.remotes.count == 1)
  }

  @Test("Many jumps are reported at intervals, not one by one")
  func flood() {
    var story = Story.playing(at: .seconds(40))
    for number in 0..<10_000 {
      story.take(story.machine.seeked(to: .seconds(number % 90), now: story.now))
    }
    #expect(story.reports.count <= 1)
  }

  @Test("A seek is settled at the player's position, whether it moved or stayed")
  func seeks() {
    var story = Story.playing(at: .seconds(40))
    let (first, second) = (newSeek(), newSeek())
    story.take(story.machine.seek(to: .seconds(10), first, story.load, now: story.now))
    #expect(story.sent == [.setPosition(.seconds(10), trackID: "/track/1")])
    story.answers("Playing", at: .seconds(10))
    story.pass(.milliseconds(100))
    guard case .seekCompleted(first, let anchor) = story.reports.last else {
      Issue.record("not settled: \(story.reports)")
      return
    }
    #expect(anchor.position < .seconds(11))
    // This player does not seek.
    story.take(story.machine.seek(to: .seconds(60), second, story.load, now: story.now))
    story.pass(.seconds(2))
    let settled = story.reports.compactMap {
      if case .seekCompleted(second, let anchor) = $0 { anchor.position } else { nil }
    }
    #expect(settled.count == 1 && settled[0] < .seconds(13))
    #expect(story.remotes.isEmpty)
  }

  @Test("If the trackid can't be sent, a seek uses an offset")
  func seeksByOffset() {
    let track = DBusValue.properties([
      "mpris:trackid": .string("app:track:1"), "mpris:length": .uint64(100_000_000),
    ])
    var story = Story.playing(at: .seconds(40), track)
    story.take(story.machine.seek(to: .seconds(10), newSeek(), story.load, now: story.now))
    guard case .seek(let offset) = story.sent.last else {
      Issue.record("sent: \(story.sent)")
      return
    }
    #expect(offset < .seconds(-32) && offset > .seconds(-33))
  }

  @Test("A seek past the end is the end")
  func seeksPastTheEnd() {
    var story = Story.playing()
    story.take(story.machine.seek(to: .seconds(101), newSeek(), story.load, now: story.now))
    #expect(story.ending == .ended(followedBy: nil) && story.sent == [.stop])
  }

  // MARK: Commands

  @Test("Pause and play by the user are reported, and ours are not")
  func pauses() {
    var story = Story.playing(at: .seconds(40))
    story.answers("Paused", at: .milliseconds(42500))
    story.tells("Paused")
    story.pass(.milliseconds(400))
    #expect(story.remotes == [.pause])
    story.answers("Playing", at: .milliseconds(42500))
    story.tells("Playing")
    #expect(story.remotes == [.pause, .play])
    story.take(story.machine.setPlaying(false, story.load, now: story.now))
    story.answers("Paused", at: .milliseconds(42500))
    story.tells("Paused")
    story.pass(.seconds(3))
    #expect(story.remotes == [.pause, .play])
  }

  @Test("A player that does not pause gets the command again, and is stopped in the end")
  func disobeys() {
    var story = Story.playing(at: .seconds(40))
    story.take(story.machine.setPlaying(false, story.load, now: story.now))
    story.pass(.seconds(3))
    #expect(story.sent == [.pause, .pause, .pause, .stop])
    #expect(story.ending == nil)
  }

  @Test("Without playback, there is no timer")
  func rests() {
    var story = Story.playing(at: .seconds(40))
    story.take(story.machine.setPlaying(false, story.load, now: story.now))
    story.answers("Paused", at: .milliseconds(42500))
    story.tells("Paused")
    story.pass(.seconds(3))
    #expect(story.machine.deadline == nil)
  }

  @Test(
    "The volume is unchanged until it is set, and an echo is not a change by the user"
  )
  func volume() {
    var story = Story.playing(at: .seconds(40))
    var settings = OutputSettings()
    story.take(story.machine.apply(settings, now: story.now))
    #expect(story.sent.isEmpty)
    settings.volume = 0.5
    story.take(story.machine.apply(settings, now: story.now))
    #expect(story.sent == [.setVolume(0.5)])
    story.tells(["Volume": .double(0.495)])
    story.pass(.seconds(2))
    story.tells(["Volume": .double(0.495)])
    #expect(story.remotes.isEmpty)
    story.tells(["Volume": .double(0.25)])
    #expect(story.remotes == [.volume(0.25)])
  }

  @Test("Wrong types, and extreme times, are ignored")
  func wrongTypes() {
    var story = Story.playing(at: .seconds(40))
    story.tells([
      "PlaybackStatus": .int32(1), "Metadata": .string("x"), "Volume": .string("loud"),
      "Rate": .double(.nan), "CanSeek": .double(1),
    ])
    story.tells(["Volume": .double(.infinity), "Rate": .double(-4)])
    story.take(story.machine.seeked(to: .seconds(1 << 40), now: story.now))
    story.pass(.seconds(3))
    #expect(story.ending == nil)
  }

  @Test("A player that does not answer three times is gone")
  func mute() {
    var story = Story.playing(at: .seconds(40))
    for _ in 0..<3 {
      story.now = story.now + .seconds(1)
      for action in story.machine.due(now: story.now) {
        guard case .read(let number) = action else { continue }
        story.take(story.machine.answered(number, nil, now: story.now))
      }
    }
    #expect(story.code == .noDevice)
  }
}
