import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPRIS

/// A queue with a fake player, the machine, and the published state.
private final class Stage {
  let clock = ManualClock()
  let player: FakePlayer
  let queue: QueuePlayer
  var machine: MPRISStateMachine

  init(_ count: Int = 3, schemes: [String] = ["http"], control: Bool = true) {
    player = FakePlayer(clock: clock)
    queue = QueuePlayer(players: [player], clock: clock)
    queue.append((0..<count).map { FakeTrack("t\($0)") })
    let permissions = MPRISStateMachine.Permissions(control: control, schemes: schemes)
    let snapshot = MPRISSnapshot(queue.status, at: clock.now)
    machine = MPRISStateMachine(snapshot, permissions: permissions, at: clock.now)
  }

  func tell() -> [DBusSignal] {
    machine.update(MPRISSnapshot(queue.status, at: clock.now), at: clock.now)
  }

  /// Plays, and has published it.
  func begin() {
    queue.play()
    clock.advance(by: .milliseconds(150))
    _ = tell()
  }

  /// The effect of a command, after it has run.
  func command(_ command: MPRISCommand) throws -> [MPRISStateMachine.Order] {
    _ = tell()
    let orders = try machine.orders(for: command)
    for order in orders {
      if case .command(let command) = order { try queue.perform(command) }
    }
    return orders
  }

  var status: String? { machine.properties()["PlaybackStatus"]?.string }
  var position: Int64? { machine.properties()["Position"]?.integer }
  var entries: [EntryID] { queue.entries.map(\.id) }
}

extension [DBusSignal] {
  fileprivate var names: [String] { map(\.name) }

  /// The published state of the player.
  fileprivate var changed: [String: DBusValue] {
    first { $0.name == "PropertiesChanged" && $0.arguments[0] == .string(MPRIS.player) }?
      .arguments[1].properties ?? [:]
  }
}

@Suite("The MPRIS state machine", .tags(.pure))
struct MPRISStateMachineTests {
  @Test("one signal reports all changes of a turn")
  func oneSignal() throws {
    let stage = Stage()
    stage.begin()
    stage.queue.next()
    stage.queue.volume = 0.5
    stage.queue.repeatMode = .all
    let signals = stage.tell()
    #expect(signals.names == ["PropertiesChanged"])
    #expect(Set(signals.changed.keys) == ["Metadata", "Volume", "LoopStatus"])
    #expect(stage.tell() == [])
  }

  @Test("neither the position nor constant properties are reported")
  func silent() {
    let stage = Stage()
    var told: Set<String> = []
    for step in 0..<6 {
      if step == 1 { stage.queue.play() }
      if step == 3 { stage.queue.pause() }
      if step == 4 { stage.queue.stop() }
      stage.clock.advance(by: .seconds(2))
      told.formUnion(stage.tell().changed.keys)
    }
    #expect(told.contains("PlaybackStatus"))
    #expect(!told.contains("Position"))
    #expect(!told.contains("CanControl"))
  }

  @Test("a change of tracks is neither a stop nor a seek")
  func transition() {
    let stage = Stage()
    stage.begin()
    var statuses: [String?] = []
    var names: [String] = []
    for _ in 0..<700 {
      stage.clock.advance(by: .milliseconds(100))
      let signals = stage.tell()
      names += signals.names
      statuses.append(stage.status)
    }
    #expect(stage.queue.entries.currentIndex == 1)
    #expect(statuses.allSatisfy { $0 == "Playing" })
    #expect(!names.contains("Seeked"))
  }

  @Test("a stopped track begins at 0")
  func stopThenPlay() throws {
    let stage = Stage()
    stage.begin()
    stage.clock.advance(by: .seconds(20))
    #expect(try stage.command(.stop) == [.command(.stop), .command(.seek(to: .zero))])
    _ = stage.tell()
    #expect(stage.status == "Stopped")
    #expect(stage.position == 0)
    #expect(try stage.command(.stop) == [])
    #expect(try stage.command(.pause) == [])
    _ = try stage.command(.play)
    stage.clock.advance(by: .milliseconds(200))
    _ = stage.tell()
    #expect(stage.status == "Playing")
    #expect((stage.position ?? 0) < 200_000)
  }

  @Test("a track that the app stopped in the middle begins at 0, too")
  func appStops() throws {
    let stage = Stage()
    stage.begin()
    stage.clock.advance(by: .seconds(20))
    stage.queue.stop()
    _ = stage.tell()
    #expect(stage.position == 0)
    #expect(try stage.command(.play) == [.command(.seek(to: .zero)), .command(.play)])
    #expect(stage.queue.position == .zero)
  }

  @Test("next and previous keep a paused queue paused, and a stopped one stopped")
  func skippingKeepsStatus() throws {
    let stage = Stage()
    stage.begin()
    _ = try stage.command(.pause)
    for command in [MPRISCommand.next, .previous] {
      _ = try stage.command(command)
      stage.clock.advance(by: .seconds(1))
      _ = stage.tell()
      #expect(stage.status == "Paused")
    }
    _ = try stage.command(.stop)
    for command in [MPRISCommand.next, .next, .previous] {
      _ = try stage.command(command)
      stage.clock.advance(by: .seconds(1))
      _ = stage.tell()
      #expect(stage.status == "Stopped")
    }
    #expect(stage.queue.entries.currentIndex == 1)
  }

  @Test("at the end there is no next, and the command has no effect")
  func nextAtTheEnd() throws {
    let stage = Stage(1)
    stage.begin()
    #expect(stage.machine.properties()["CanGoNext"] == .bool(false))
    #expect(try stage.command(.next) == [])
    stage.queue.repeatMode = .all
    _ = stage.tell()
    #expect(stage.machine.properties()["CanGoNext"] == .bool(true))
    #expect(try stage.command(.next) == [.command(.next)])
  }

  @Test("a seek starts from the current position, ends at 0, and goes to the next past the end")
  func seeks() throws {
    let stage = Stage()
    stage.begin()
    stage.clock.advance(by: .seconds(10))
    let position = stage.queue.position
    #expect(
      try stage.command(.seek(by: .seconds(5))) == [.command(.seek(to: position + .seconds(5)))]
    )
    #expect(stage.tell().map(\.name).contains("Seeked"))
    #expect(try stage.command(.seek(by: .seconds(-100))) == [.command(.seek(to: .zero))])
    #expect(try stage.command(.seek(by: .seconds(100))) == [.command(.next)])
    stage.clock.advance(by: .milliseconds(200))
    #expect(try stage.command(.seek(by: .microseconds(Int64.max))) == [.command(.next)])
    stage.clock.advance(by: .milliseconds(200))
    #expect(try stage.command(.seek(by: .microseconds(Int64.min))) == [.command(.seek(to: .zero))])
  }

  @Test("a position for another track, or outside of this one, is ignored")
  func setPosition() throws {
    let stage = Stage()
    stage.begin()
    let (first, second) = (stage.entries[0], stage.entries[1])
    #expect(
      try stage.command(.setPosition(.seconds(5), of: first)) == [.command(.seek(to: .seconds(5)))]
    )
    #expect(
      try stage.command(.setPosition(.seconds(60), of: first)) == [
        .command(.seek(to: .seconds(60)))
      ]
    )
    for (position, entry) in [
      (Duration.seconds(5), second), (.seconds(-1), first), (.seconds(61), first),
    ] {
      #expect(try stage.command(.setPosition(position, of: entry)) == [])
    }
    #expect(try stage.command(.setPosition(.seconds(5), of: nil)) == [])
  }

  @Test("a rate of 0 pauses, and the rate is never 0")
  func rateZero() throws {
    let stage = Stage()
    stage.begin()
    #expect(try stage.command(.setRate(0)) == [.command(.pause)])
    #expect(try stage.command(.setRate(100)) == [.command(.rate(4))])
    #expect(try stage.command(.setRate(0.01)) == [.command(.rate(0.25))])
    #expect(throws: DBusError.self) { try MPRISCommand(setting: "Rate", to: .double(-1)) }
    #expect(throws: DBusError.self) { try MPRISCommand(setting: "Rate", to: .double(.nan)) }
  }

  @Test("a volume is limited to 0 ... 1")
  func volume() throws {
    let stage = Stage()
    #expect(try stage.command(.setVolume(-1)) == [.command(.volume(0))])
    #expect(try stage.command(.setVolume(7)) == [.command(.mute(false)), .command(.volume(1))])
    #expect(throws: DBusError.self) { try MPRISCommand(setting: "Volume", to: .double(.nan)) }
    #expect(throws: DBusError.self) { try MPRISCommand(setting: "LoopStatus", to: .string("x")) }
  }

  @Test("an empty queue has no track, and can't play")
  func empty() throws {
    let stage = Stage(0)
    let properties = stage.machine.properties()
    #expect(properties["Metadata"] == .properties([:]))
    #expect(properties["CanPlay"] == .bool(false))
    #expect(properties["PlaybackStatus"] == .string("Stopped"))
    #expect(try stage.command(.play) == [])
    #expect(try stage.command(.playPause) == [])
    #expect(stage.machine.trackListProperties()["Tracks"] == .paths([]))
  }

  @Test("a track that is queued twice has two ids, none of them below /org/mpris")
  func trackIDs() {
    let stage = Stage(0)
    stage.queue.append([FakeTrack("t"), FakeTrack("t")])
    _ = stage.tell()
    let paths = stage.machine.trackListProperties()["Tracks"]?.strings ?? []
    #expect(Set(paths).count == 2)
    #expect(paths.allSatisfy { !$0.hasPrefix("/org/mpris") })
    #expect(paths.compactMap { EntryID(path: $0) } == stage.entries)
    #expect(EntryID(path: MPRIS.noTrack) == nil)
    #expect(EntryID(path: "/playerkit/entry/-1") == nil)
  }

  @Test("of a million tracks, only the 20 around the current one and their changes are published")
  func window() throws {
    let stage = Stage(0)
    stage.queue.append((0..<1_000_000).map { FakeTrack("t\($0)") })
    let middle = stage.queue.entries[500_000].id
    try stage.queue.play(middle)
    let signals = stage.tell()
    #expect(signals.names.contains("TrackListReplaced"))
    var known = stage.machine.trackListProperties()["Tracks"]?.strings ?? []
    #expect(known.count == 20)
    #expect(known.contains(middle.path))
    for step in 0..<40 {
      switch step % 4 {
      case 0: stage.queue.next()
      case 1: stage.queue.playNext(FakeTrack("new\(step)"))
      case 2: try stage.queue.remove(at: 500_001..<500_002)
      default: try stage.queue.move(stage.queue.entries[500_003].id, to: 500_005)
      }
      for signal in stage.tell() { known.apply(signal) }
      #expect(known == stage.machine.trackListProperties()["Tracks"]?.strings)
    }
  }

  @Test("a queue that is restored in the middle of a track is paused there")
  func restored() throws {
    let stage = Stage(0)
    try stage.queue.set([FakeTrack("t")], position: .seconds(30))
    _ = stage.tell()
    #expect(stage.status == "Paused")
    #expect(stage.position == 30_000_000)
    _ = try stage.command(.play)
    stage.clock.advance(by: .seconds(1))
    #expect(stage.queue.position > .seconds(30))
  }

  @Test("only the schemes that the app named can be opened, and by default none")
  func schemes() throws {
    let stage = Stage(schemes: ["http"])
    #expect(try stage.command(.open("HTTP://a/b")) == [.open("HTTP://a/b")])
    for item in ["file:///etc/passwd", "/etc/passwd", "http", ""] {
      #expect(throws: DBusError.self) { try stage.command(.open(item)) }
      #expect(throws: DBusError.self) {
        try stage.command(.add(item, after: .start, isCurrent: true))
      }
    }
    let closed = Stage(schemes: [])
    #expect(closed.machine.trackListProperties()["CanEditTracks"] == .bool(false))
    #expect(throws: DBusError.self) { try closed.command(.open("http://a/b")) }
    #expect(throws: DBusError.self) { try closed.command(.remove(closed.entries[0])) }
  }

  @Test("if control is not permitted, no command works, and the properties show that")
  func noControl() {
    let stage = Stage(control: false)
    stage.begin()
    let properties = stage.machine.properties()
    for name in ["CanControl", "CanPlay", "CanPause", "CanSeek", "CanGoNext", "CanGoPrevious"] {
      #expect(properties[name] == .bool(false))
    }
    for command in [MPRISCommand.play, .pause, .next, .setVolume(0), .open("http://a")] {
      #expect(throws: DBusError.self) { try stage.command(command) }
    }
  }

  @Test("a retry after a failure is not a stop")
  func retrying() {
    let stage = Stage()
    stage.queue.errorPolicy = .retry
    let error = PlayerError(.unreachable, "gone", isRetryable: true)
    var media = FakeMedia()
    media.openingError = error
    stage.player.setMedia(media, for: "t0")
    stage.queue.play()
    for _ in 0..<30 {
      stage.clock.advance(by: .milliseconds(50))
      _ = stage.tell()
      #expect(stage.status == "Playing")
    }
  }
}

extension [String] {
  /// Follows the signals of the list of tracks.
  fileprivate mutating func apply(_ signal: DBusSignal) {
    switch signal.name {
    case "TrackListReplaced": self = signal.arguments[0].strings ?? []
    case "TrackRemoved": removeAll { $0 == signal.arguments[0].string }
    case "TrackAdded":
      let new = signal.arguments[0].properties?["mpris:trackid"]?.string ?? ""
      let place = firstIndex { $0 == signal.arguments[1].string }
      insert(new, at: place.map { $0 + 1 } ?? 0)
    default: break
    }
  }
}
