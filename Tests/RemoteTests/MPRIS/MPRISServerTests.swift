import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPRIS

/// A queue that plays in real time without sound, on its own bus.
final class Show: Sendable {
  let bus: PrivateBus
  let queue: QueuePlayer
  let server: MPRISServer
  let client: DBusConnection
  let name: String
  let statuses = Recorded<MPRISServer.Status>()

  init(
    bus: PrivateBus,
    tracks: [any Track],
    seconds: Double = 60,
    configure: (inout MPRISServer.Configuration) -> Void = { _ in },
    artwork: ArtworkLoader? = nil
  ) async throws {
    self.bus = bus
    let player = FakePlayer(clock: SystemPlaybackClock()) { _ in
      var media = FakeMedia()
      media.duration = .seconds(seconds)
      return media
    }
    queue = QueuePlayer(players: [player])
    queue.append(tracks)
    var configuration = MPRISServer.Configuration(name: "test", identity: "Test", pictures: nil)
    configuration.address = bus.text
    configure(&configuration)
    let services = MusicServices([])
    server = MPRISServer(
      queue,
      configuration: configuration,
      items: RemoteItemReader(services: services),
      artwork: artwork
    ) { [statuses] in statuses.append($0) }
    server.start()
    client = try await bus.connect()
    let status = try await statuses.first("shown") { if case .shown = $0 { true } else { false } }
    guard case .shown(let name) = status else { throw NeverHappened(what: "a name") }
    self.name = name
  }

  func call(
    _ method: String,
    _ arguments: [DBusValue] = [],
    of interface: String = MPRIS.player
  ) async throws -> [DBusValue] {
    try await client.call(
      DBusCall(
        peer: name,
        path: MPRIS.path,
        interface: interface,
        method: method,
        arguments: arguments
      )
    )
  }

  func set(_ property: String, _ value: DBusValue) async throws {
    _ = try await call(
      "Set",
      [.string(MPRIS.player), .string(property), .variant(value)],
      of: DBusNames.properties
    )
  }

  func properties(_ interface: String = MPRIS.player) async throws -> [String: DBusValue] {
    try await client.properties(of: interface, at: MPRIS.path, peer: name)
  }
}

/// A client that reads only signals, after one initial read.
private final class Follower: Sendable {
  private struct State {
    var properties: [String: DBusValue] = [:]
    var tracks: [String] = []
    var position = Duration.zero
    var instant = ContinuousClock.now

    var predicted: Duration {
      guard properties["PlaybackStatus"]?.string == "Playing" else { return position }
      return position + (.now - instant) * (properties["Rate"]?.double ?? 1)
    }

    mutating func place(_ new: Duration) { (position, instant) = (new, .now) }

    /// Like `playerctl`.
    mutating func change(_ changed: [String: DBusValue]) {
      place(predicted)
      let old = track
      properties.merge(changed) { $1 }
      if track != old || properties["PlaybackStatus"]?.string == "Stopped" { place(.zero) }
    }

    var track: String? { properties["Metadata"]?.properties?["mpris:trackid"]?.string }
  }

  private let state = Locked(State())
  private let subscription = Locked<DBusSubscription?>(nil)

  init(_ show: Show) async throws {
    let heard = show.client.subscribe(DBusMatch(path: MPRIS.path)) { [state] signal in
      state.withLock { Self.take(signal, &$0) }
    }
    subscription.withLock { $0 = heard }
    let (player, tracks) = (
      try await show.properties(), try await show.properties(MPRIS.trackList)
    )
    state.withLock { state in
      state.properties = player
      state.tracks = tracks["Tracks"]?.strings ?? []
      state.place(.microseconds(player["Position"]?.integer ?? 0))
    }
  }

  private static func take(_ signal: DBusSignal, _ state: inout State) {
    switch signal.name {
    case "PropertiesChanged" where signal.arguments[0] == .string(MPRIS.player):
      state.change(signal.arguments[1].properties ?? [:])
    case "Seeked": state.place(.microseconds(signal.arguments[0].integer ?? 0))
    case "TrackListReplaced": state.tracks = signal.arguments[0].strings ?? []
    case "TrackRemoved": state.tracks.removeAll { $0 == signal.arguments[0].string }
    case "TrackAdded":
      let new = signal.arguments[0].properties?["mpris:trackid"]?.string ?? ""
      let place = state.tracks.firstIndex { $0 == signal.arguments[1].string }
      state.tracks.insert(new, at: place.map { $0 + 1 } ?? 0)
    default: break
    }
  }

  /// The difference between the signals and a fresh answer. It is exact, because signals and
  /// answers come in one order.
  func differences(on show: Show) async -> [String] {
    await differences(on: show, MPRIS.player) { state, answer in
      var found = answer.filter { $0.key != "Position" && state.properties[$0.key] != $0.value }
        .map { "\($0.key): \(String(describing: state.properties[$0.key])), not \($0.value)" }
      let length = answer["Metadata"]?.properties?["mpris:length"]?.integer
      let predicted = min(state.predicted, .microseconds(length ?? .max))
      let error = predicted - .microseconds(answer["Position"]?.integer ?? 0)
      if max(error, .zero - error) > .milliseconds(750) { found.append("Position: \(error)") }
      return found
    }
      + differences(on: show, MPRIS.trackList) { state, answer in
        state.tracks == answer["Tracks"]?.strings ? [] : ["Tracks"]
      }
  }

  private func differences(
    on show: Show,
    _ interface: String,
    _ compare: @escaping @Sendable (State, [String: DBusValue]) -> [String]
  ) async -> [String] {
    let call = DBusCall(
      peer: show.name,
      path: MPRIS.path,
      interface: DBusNames.properties,
      method: "GetAll",
      arguments: [.string(interface)]
    )
    return await withCheckedContinuation { continuation in
      show.client.call(call) { [state] answer in
        guard let properties = (try? answer.get())?.first?.properties else {
          return continuation.resume(returning: ["no answer"])
        }
        continuation.resume(returning: state.withLock { compare($0, properties) })
      }
    }
  }
}

@Suite(
  "A player on a bus",
  .tags(.local),
  .enabled(if: PrivateBus.isThere, "There is no D-Bus here.")
)
struct MPRISServerTests {
  private let bus: PrivateBus

  init() throws { bus = try PrivateBus() }

  private func show(_ count: Int = 30, seconds: Double = 60) async throws -> Show {
    let tracks = (0..<count).map { FakeTrack("t\($0)") }
    return try await Show(bus: bus, tracks: tracks, seconds: seconds)
  }

  @Test("a client that reads only signals knows the state after each of 200 random commands")
  func agreement() async throws {
    let show = try await show()
    let follower = try await Follower(show)
    var generator = SeededGenerator(seed: 7)
    for step in 0..<200 {
      let command = try await random(on: show, &generator)
      // Some come while a track is opened or a seek is in progress, others later.
      if step % 5 == 0 { try await Task.sleep(for: .milliseconds(step)) }
      var differences = await follower.differences(on: show)
      if differences.allSatisfy({ $0.hasPrefix("Position") }), !differences.isEmpty {
        // The machine may have been slow. A missing signal stays missing.
        differences = await follower.differences(on: show)
      }
      #expect(differences.isEmpty, "after \(command), number \(step)")
    }
  }

  /// Commands of other programs and of the app.
  private func random(
    on show: Show,
    _ generator: inout SeededGenerator
  ) async throws -> String {
    let number = Int.random(in: 0..<20, using: &generator)
    let seconds = Int64.random(in: -40...40, using: &generator)
    let queue = show.queue
    let entry = queue.entries.randomElement(using: &generator)?.id
    switch number {
    case 0...2: _ = try await show.call("Play")
    case 3: _ = try await show.call("Pause")
    case 4: _ = try await show.call("PlayPause")
    case 5: _ = try await show.call("Next")
    case 6: _ = try await show.call("Previous")
    case 7: _ = try await show.call("Stop")
    case 8: _ = try await show.call("Seek", [.int64(seconds * 1_000_000)])
    case 9:
      let current = queue.entries.current?.path ?? MPRIS.noTrack
      _ = try await show.call("SetPosition", [.path(current), .int64(abs(seconds) * 1_000_000)])
    case 10: try await show.set("Rate", .double(Double(abs(seconds)) / 20))
    case 11: try await show.set("Volume", .double(Double(seconds) / 20))
    case 12: try await show.set("Shuffle", .bool(seconds > 0))
    case 13:
      let mode = RepeatMode.allCases.randomElement(using: &generator) ?? .off
      try await show.set("LoopStatus", .string(mode.loopStatus))
    case 14: _ = try await show.call("GoTo", [.path(entry?.path ?? "/x")], of: MPRIS.trackList)
    case 15: queue.seek(to: .seconds(abs(seconds)))
    case 16: queue.playNext(FakeTrack("new"))
    case 17: if let entry, queue.entries.count > 5 { try queue.remove([entry]) }
    case 18: if let entry { try queue.move(entry, to: 0) }
    default: queue.play()
    }
    return String(number)
  }

  @Test("if a name is taken, the process id is added")
  func takenName() async throws {
    let (first, second) = (try await show(), try await show())
    #expect(first.name == "org.mpris.MediaPlayer2.test")
    #expect(second.name == "org.mpris.MediaPlayer2.test.instance\(getpid())")
    _ = try await second.call("Play")
    #expect(second.queue.playback.wantsToPlay)
    #expect(!first.queue.playback.wantsToPlay)
  }

  @Test("the music continues if the bus dies, and the player returns with the bus")
  func dyingBus() async throws {
    let show = try await show()
    show.queue.play()
    bus.stop()
    _ = try await show.statuses.first("hidden") { if case .hidden = $0 { true } else { false } }
    let before = show.queue.position
    try await eventually("it plays on") { show.queue.position > before + .milliseconds(50) }
    try bus.start()
    _ = try await show.statuses.first("shown again", after: 2) {
      if case .shown = $0 { true } else { false }
    }
    let client = try await bus.connect()
    let all = try await client.properties(of: MPRIS.player, at: MPRIS.path, peer: show.name)
    #expect(all["PlaybackStatus"] == .string("Playing"))
  }

  @Test("without a bus, playback is not affected")
  func noBus() async throws {
    let player = FakePlayer(clock: SystemPlaybackClock())
    let queue = QueuePlayer(players: [player])
    queue.append(FakeTrack("t"))
    let statuses = Recorded<MPRISServer.Status>()
    var configuration = MPRISServer.Configuration(name: "test", identity: "Test", pictures: nil)
    configuration.address = "unix:path=/nowhere/bus"
    let server = MPRISServer(queue, configuration: configuration) { statuses.append($0) }
    server.start()
    server.start()
    _ = try await statuses.first("hidden") { if case .hidden = $0 { true } else { false } }
    queue.play()
    try await eventually("it plays") { queue.playback.isPlaying }
    server.stop()
    server.stop()
    _ = try await statuses.first("ended") { $0 == .ended }
    #expect(server.status == .ended)
  }

  @Test("a released server releases its name, and everything else")
  func lettingGo() async throws {
    let owners = Recorded<String?>()
    let client = try await bus.connect()
    let watch = client.watchOwner(of: "org.mpris.MediaPlayer2.test") { owners.append($0) }
    weak var gone: QueuePlayer?
    do {
      let show = try await show()
      gone = show.queue
      _ = try await owners.first("there") { $0 != nil }
    }
    _ = try await owners.first("gone", after: 1) { $0 == nil }
    try await eventually("the queue is freed") { gone == nil }
    withExtendedLifetime(watch) {}
  }

  @Test("forbidden items are refused: files, private addresses, other schemes, too many")
  func opening() async throws {
    let show = try await show(2)
    for item in [
      "file:///etc/passwd", "http://127.0.0.1/a.mp3", "http://10.0.0.1/a.mp3", "ftp://a.org/b",
      "http://", "x", "", "http://a.org/" + String(repeating: "x", count: 20_000),
    ] {
      await #expect(throws: DBusError.self) { try await show.call("OpenUri", [.string(item)]) }
      await #expect(throws: DBusError.self) {
        try await show.call(
          "AddTrack",
          [.string(item), .path(MPRIS.noTrack), .bool(true)],
          of: MPRIS.trackList
        )
      }
    }
    #expect(show.queue.entries.count == 2)
  }

  @Test(
    "an opened item plays after the current track, and an added one is inserted as asked"
  )
  func adding() async throws {
    let show = try await show(2)
    let first = show.queue.entries[0].id
    _ = try await show.call("OpenUri", [.string("https://example.org/open.mp3")])
    #expect(show.queue.entries.map(\.track.id)[1] == "https://example.org/open.mp3")
    #expect(show.queue.entries.currentIndex == 1)
    #expect(show.queue.playback.wantsToPlay)
    for (place, index) in [(MPRIS.noTrack, 0), (first.path, 2), ("/nobody", 5)] {
      let item = "https://example.org/\(index).mp3"
      _ = try await show.call(
        "AddTrack",
        [.string(item), .path(place), .bool(false)],
        of: MPRIS.trackList
      )
      #expect(show.queue.entries.map(\.track.id)[index] == item)
    }
    _ = try await show.call("RemoveTrack", [.path(first.path)], of: MPRIS.trackList)
    #expect(!show.queue.entries.contains(first))
    _ = try await show.call("RemoveTrack", [.path(first.path)], of: MPRIS.trackList)
    _ = try await show.call("GoTo", [.path(first.path)], of: MPRIS.trackList)
    #expect(show.queue.entries.count == 5)
  }

  @Test("a full queue accepts no more tracks")
  func fullQueue() async throws {
    let show = try await show(1)
    let track = FakeTrack("a")
    show.queue.append((1..<RemoteCommand.maximumEntries).map { _ in track })
    let item = DBusValue.string("https://example.org/a.mp3")
    await #expect(throws: DBusError.self) {
      try await show.call("AddTrack", [item, .path("/nobody"), .bool(false)], of: MPRIS.trackList)
    }
    await #expect(throws: DBusError.self) { try await show.call("OpenUri", [item]) }
    #expect(show.queue.entries.count == RemoteCommand.maximumEntries)
  }

  @Test("wrong types, floods, and a peer that dies in a call affect neither music nor others")
  func hostilePeers() async throws {
    let show = try await show()
    show.queue.play()
    let wrong: [DBusValue] = [
      .string("x"), .byte(1), .strings(["x"]), .properties(["a": .byte(1)]), .variant(.double(1)),
      .structure([.double(1)]), .int64(.min), .path("/x"),
    ]
    for property in ["Rate", "Volume", "Shuffle", "LoopStatus", "Metadata", "Position", "Nothing"] {
      for value in wrong where !(property == "LoopStatus" && value == .string("None")) {
        await #expect(throws: DBusError.self) { try await show.set(property, value) }
      }
    }
    for method in ["Seek", "SetPosition", "OpenUri", "Nothing"] {
      for value in wrong where !(method == "Seek" && value.signature == "x") {
        await #expect(throws: DBusError.self) {
          try await show.call(method, [value, value, value])
        }
      }
    }
    // It makes a call, never listens, and dies.
    for _ in 0..<3 {
      let flooder = try await bus.connect()
      for number in 0..<2_000 {
        let call = DBusCall(
          peer: show.name,
          path: MPRIS.path,
          interface: number % 2 == 0 ? DBusNames.properties : MPRIS.player,
          method: number % 2 == 0 ? "GetAll" : "OpenUri",
          arguments: [.string(number % 2 == 0 ? MPRIS.player : "https://example.org/a.mp3")]
        )
        flooder.call(call, limit: .seconds(1)) { _ in }
      }
      flooder.close()
    }
    let before = show.queue.position
    _ = try await show.properties()
    try await eventually("it plays on") {
      let playback = show.queue.playback
      return playback.isPlaying && (show.queue.position != before)
    }
  }

  @Test("the player presents its configured identity, and quits the app only if that is allowed")
  func presentation() async throws {
    let quits = Recorded<Bool>()
    let show = try await Show(bus: bus, tracks: [FakeTrack("t")]) { configuration in
      configuration.name = "9 tunes.é"
      configuration.desktopEntry = "org.example.Tunes"
      configuration.schemes = ["HTTPS"]
      configuration.onQuit = { quits.append(true) }
    }
    #expect(show.name == "org.mpris.MediaPlayer2._9_tunes__")
    let root = try await show.properties(MPRIS.root)
    #expect(root["DesktopEntry"] == .string("org.example.Tunes"))
    #expect(root["Identity"] == .string("Test"))
    #expect(root["SupportedUriSchemes"] == .strings(["https"]))
    #expect(root["CanQuit"] == .bool(true))
    #expect(root["CanRaise"] == .bool(false))
    _ = try await show.call("Raise", of: MPRIS.root)
    _ = try await show.call("Quit", of: MPRIS.root)
    _ = try await quits.first("quit") { $0 }
  }
}
