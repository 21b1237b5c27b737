import PlayerKit
import PlayerKitSystem
import PlayerKitTesting

@testable import PlayerKitMPRIS

/// Another player on a bus, without sound, with optional faults of real players.
///
/// It knows `fake:long` (30 s) and `fake:short` (1 s). It reports that it plays anything else, and
/// then
/// stops.
final class FakeMPRISPeer: DBusObjectHandler {
  /// Its faults.
  struct Faults: OptionSet {
    let rawValue: Int
    /// Every track is `/0` (mpv-mpris).
    static let oneTrackID = Faults(rawValue: 1)
    /// The trackid is a string, and not a path (Spotify).
    static let textTrackID = Faults(rawValue: 2)
    /// There is no trackid (finamp).
    static let noTrackID = Faults(rawValue: 4)
    /// `Stopped` for a moment before each track, `Paused` at each seek (ncspot, feishin, VLC).
    static let bounces = Faults(rawValue: 8)
    /// Two `Seeked` for one seek, one more at the beginning (VLC).
    static let manySeeked = Faults(rawValue: 16)
    /// A jump is not reported (finamp).
    static let noSeeked = Faults(rawValue: 32)
    /// The metadata stay after the end (VLC). Otherwise they are removed.
    static let keepsMetadata = Faults(rawValue: 64)
    /// Positions are int32.
    static let narrowPosition = Faults(rawValue: 128)
    /// It stays paused if it opens another track (mpv).
    static let staysPaused = Faults(rawValue: 256)
    /// The end is only visible as a position that stands still (librespot).
    static let stuckAtEnd = Faults(rawValue: 512)
    /// It can't stop.
    static let noStop = Faults(rawValue: 1024)
    /// If it opens a track while it is idle, it plays it as `Stopped`, until it is paused or played
    /// again. It does not report a command that changes nothing (mpv-mpris).
    static let staysStopped = Faults(rawValue: 2048)
  }

  private struct State {
    var uri: String?
    var number = 0
    var status = "Stopped"
    /// The reported value instead.
    var saidStatus: String?
    /// Whether the last command was a pause.
    var isPaused = false
    var shownStatus: String { saidStatus ?? status }
    var place = Duration.zero
    var since: MonotonicInstant
    var volume = 1.0
    var timer: ClockTimer?
    var length: Duration { FakeMPRISPeer.length(of: uri) ?? .zero }

    func position(_ now: MonotonicInstant) -> Duration {
      min(length, status == "Playing" ? place + (now - since) : place)
    }
  }

  static let name = "org.mpris.MediaPlayer2.fake"
  static let path = "/org/mpris/MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"

  private let faults: Faults
  private let clock = SystemPlaybackClock()
  private let connection: DBusConnection
  private let state: Locked<State>
  let calls = Recorded<String>()

  init(_ faults: Faults = [], on bus: PrivateBus) async throws {
    self.faults = faults
    state = Locked(State(since: SystemPlaybackClock().now))
    connection = try await bus.connect()
    connection.export(
      DBusObject(path: Self.path, interfaces: [Self.interface], handler: Unowned(peer: self))
    )
    let names = Recorded<String?>()
    connection.own([Self.name]) { names.append($0) }
    _ = try await names.first("a name") { $0 == Self.name }
  }

  deinit { quit() }

  /// Vanishes from the bus.
  func quit() {
    state.withLock { $0.timer }?.cancel()
    connection.close()
  }

  static func length(of uri: String?) -> Duration? {
    switch uri {
    case "fake:long", "fake:other": .seconds(30)
    case "fake:short": .seconds(1)
    default: nil
    }
  }

  var status: String { state.withLock(\.status) }
  var uri: String? { state.withLock(\.uri) }

  /// The user uses it.
  func use(_ action: RemoteAction) {
    switch action {
    case .play: setStatus("Playing")
    case .pause: setStatus("Paused")
    case .seek(let anchor): move(to: anchor.position)
    case .volume(let volume):
      state.withLock { $0.volume = volume }
      tell(["Volume": .double(volume)])
    case .mute, .next, .previous: break
    }
  }

  // MARK: - Actions

  func open(_ uri: String) {
    if faults.contains(.bounces) { tell(["PlaybackStatus": .string("Stopped")]) }
    let isThere = Self.length(of: uri) != nil
    state.withLock { state in
      state.uri = uri
      state.number += 1
      state.place = .zero
      state.since = clock.now
      let isPaused = faults.contains(.staysPaused) && state.status == "Paused"
      let staysPaused = faults.contains(.staysStopped) && state.isPaused
      state.status = isPaused || staysPaused ? "Paused" : "Playing"
    }
    if faults.contains(.staysStopped) {
      tell(["Metadata": metadata])
    } else {
      tell(["PlaybackStatus": .string(status), "Metadata": metadata])
    }
    if faults.contains(.manySeeked) { tellSeeked(.milliseconds(300)) }
    if isThere { wait() } else { stop() }
  }

  private func setStatus(_ status: String) {
    if faults.contains(.staysStopped) { return setPaused(status == "Paused") }
    let isNew = state.withLock { state in
      guard state.status != status, state.uri != nil else { return false }
      state.place = state.position(clock.now)
      state.since = clock.now
      state.status = status
      return true
    }
    if isNew { tell(["PlaybackStatus": .string(status)]) }
    wait()
  }

  /// Like mpv, which reports only changes.
  private func setPaused(_ isPaused: Bool) {
    let said = isPaused ? "Paused" : "Playing"
    let isNew = state.withLock { state in
      if state.uri != nil {
        state.place = state.position(clock.now)
        state.since = clock.now
        state.status = said
      }
      guard state.isPaused != isPaused else { return false }
      state.isPaused = isPaused
      state.saidStatus = said
      return true
    }
    if isNew { tell(["PlaybackStatus": .string(said)]) }
    wait()
  }

  private func stop() {
    state.withLock { state in
      state.timer?.cancel()
      (state.status, state.place) = ("Stopped", .zero)
      if faults.contains(.staysStopped) { state.saidStatus = "Stopped" }
      if !faults.contains(.keepsMetadata) { state.uri = nil }
    }
    // Like VLC, in one signal. mpv reports the metadata later.
    if faults.contains(.keepsMetadata) {
      tell(["PlaybackStatus": .string("Stopped"), "Metadata": metadata])
    } else {
      tell(["PlaybackStatus": .string("Stopped")])
      tell(["Metadata": metadata])
    }
  }

  private func move(to position: Duration) {
    if faults.contains(.bounces), status == "Playing" {
      tell(["PlaybackStatus": .string("Paused")])
    }
    state.withLock { state in
      (state.place, state.since) = (max(.zero, position), clock.now)
    }
    if faults.contains(.bounces) { tell(["PlaybackStatus": .string(status)]) }
    if !faults.contains(.noSeeked) { tellSeeked(position) }
    if faults.contains(.manySeeked) { tellSeeked(position) }
    wait()
  }

  /// Waits for the end.
  private func wait() {
    let now = clock.now
    let (old, end) = state.withLock { state in
      let old = state.timer
      state.timer = nil
      return (old, state.status == "Playing" ? now + (state.length - state.position(now)) : nil)
    }
    old?.cancel()
    guard let end, !faults.contains(.stuckAtEnd) else { return }
    let timer = clock.schedule(at: end) { [weak self] in
      guard let self else { return }
      let isOver = state.withLock { state in
        state.status == "Playing" && state.position(clock.now) >= state.length
      }
      if isOver { stop() }
    }
    state.withLock { $0.timer = timer }
  }

  // MARK: - Signals

  private var metadata: DBusValue {
    let (uri, number) = state.withLock { ($0.uri, $0.number) }
    guard let uri else { return .properties(["mpris:trackid": .path("/noplaylist")]) }
    var values: [String: DBusValue] = ["xesam:url": .string(uri)]
    if let length = Self.length(of: uri) {
      values["mpris:length"] = .int64(Int64(length / .microseconds(1)))
    } else {
      values["mpris:length"] = .int64(-1)
    }
    if faults.contains(.oneTrackID) {
      values["mpris:trackid"] = .path("/0")
    } else if faults.contains(.textTrackID) {
      values["mpris:trackid"] = .string(uri)
    } else if !faults.contains(.noTrackID) {
      values["mpris:trackid"] = .path("/track/\(number)")
    }
    return .properties(values)
  }

  private func tell(_ properties: [String: DBusValue]) {
    connection.emit(
      DBusSignal(
        path: Self.path,
        interface: DBusNames.properties,
        name: "PropertiesChanged",
        arguments: [.string(Self.player), .properties(properties), .strings([])]
      )
    )
  }

  private func tellSeeked(_ position: Duration) {
    connection.emit(
      DBusSignal(
        path: Self.path,
        interface: Self.player,
        name: "Seeked",
        arguments: [.int64(Int64(position / .microseconds(1)))]
      )
    )
  }

  // MARK: - Serving

  /// The connection keeps its objects, and this object keeps the connection.
  private struct Unowned: DBusObjectHandler {
    weak let peer: FakeMPRISPeer?

    func value(of property: String, in interface: String) -> DBusValue? {
      values(in: interface)[property]
    }

    func values(in interface: String) -> [String: DBusValue] {
      peer?.values(in: interface) ?? [:]
    }

    func set(_ property: String, in interface: String, to value: DBusValue) throws(DBusError) {
      try peer?.set(property, in: interface, to: value)
    }

    func call(_ call: DBusCall, reply: DBusReply) { peer?.call(call, reply: reply) }
  }

  func value(of property: String, in interface: String) -> DBusValue? {
    values(in: interface)[property]
  }

  func values(in interface: String) -> [String: DBusValue] {
    let (status, position, volume) = state.withLock {
      ($0.shownStatus, $0.position(clock.now), $0.volume)
    }
    let time = Int64(position / .microseconds(1))
    return [
      "PlaybackStatus": .string(status), "Metadata": metadata, "Volume": .double(volume),
      "Position": faults.contains(.narrowPosition) ? .int32(Int32(time)) : .int64(time),
      "CanSeek": .bool(true),
    ]
  }

  func set(_ property: String, in interface: String, to value: DBusValue) throws(DBusError) {
    state.withLock { $0.volume = value.double ?? 0 }
    tell(["Volume": value])
  }

  func call(_ call: DBusCall, reply: DBusReply) {
    calls.append(call.method)
    switch (call.method, call.arguments.last) {
    case ("OpenUri", .string(let uri)): open(uri)
    case ("Play", _): setStatus("Playing")
    case ("Pause", _): setStatus("Paused")
    case ("Stop", _):
      if faults.contains(.noStop) { return reply(.failure(.notSupported("no"))) }
      if status != "Stopped" { stop() }
    case ("SetPosition", .int64(let time)): move(to: .microseconds(time))
    case ("Seek", .int64(let time)):
      move(to: state.withLock { $0.position(clock.now) } + .microseconds(time))
    default: break
    }
    reply.done()
  }

  private static let interface = DBusInterface(
    name: player,
    methods: [
      .init(name: "OpenUri", arguments: ["Uri": "s"]),
      .init(name: "Play"), .init(name: "Pause"), .init(name: "Stop"),
      .init(
        name: "SetPosition",
        arguments: ["TrackId": "o", "Position": "x"]
      ),
      .init(name: "Seek", arguments: ["Offset": "x"]),
    ],
    properties: [
      .init(name: "PlaybackStatus", signature: "s"), .init(name: "Metadata", signature: "a{sv}"),
      .init(name: "Position", signature: "x"), .init(name: "CanSeek", signature: "b"),
      .init(name: "Volume", signature: "d", isWritable: true),
    ]
  )
}
