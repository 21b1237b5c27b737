import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("Requests of Snapcast's apps", .tags(.pure))
struct PluginRequestTests {
  private func request(_ method: String, _ parameters: String) -> PluginRequest {
    PluginRequest(
      Array(
        #"{"id":3,"jsonrpc":"2.0","method":"Plugin.Stream.Player.\#(method)","params":\#(parameters)}"#
          .utf8
      )
    )
  }

  @Test("each command is read")
  func commands() {
    let commands: [(String, RemoteCommand)] = [
      ("play", .play), ("Pause", .pause), ("PlayPause", .toggle), ("stop", .stop),
      ("next", .next), ("previous", .previous),
    ]
    for (name, command) in commands {
      #expect(request("Control", #"{"command":"\#(name)"}"#) == .command(command, id: 3))
    }
    #expect(
      request("Control", #"{"command":"seek","params":{"offset":-5.5}}"#)
        == .command(.skip(by: .milliseconds(-5_500)), id: 3)
    )
    #expect(
      request("Control", #"{"command":"setPosition","params":{"position":61}}"#)
        == .command(.seek(to: .seconds(61)), id: 3)
    )
  }

  @Test("each property is read, and kept within its limits")
  func properties() {
    #expect(
      request("SetProperty", #"{"loopStatus":"track"}"#) == .command(.repeatMode(.one), id: 3)
    )
    #expect(request("SetProperty", #"{"shuffle":true}"#) == .command(.shuffle(true), id: 3))
    #expect(request("SetProperty", #"{"volume":250}"#) == .command(.volume(1), id: 3))
    #expect(request("SetProperty", #"{"rate":99}"#) == .command(.rate(4), id: 3))
  }

  @Test(
    "invalid requests are refused",
    arguments: [
      ("Control", #"{"command":"explode"}"#), ("Control", "7"), ("Control", "{}"),
      ("Control", #"{"command":"seek"}"#),
      ("Control", #"{"command":"seek","params":{"offset":1e300}}"#),
      ("SetProperty", #"{"loopStatus":"forever"}"#), ("SetProperty", #"{"rate":0}"#),
      ("SetProperty", "{}"), ("OpenUri", #"{"uri":"file:///etc/passwd"}"#),
    ]
  )
  func invalid(method: String, parameters: String) {
    #expect(request(method, parameters) == .invalid(id: 3))
  }

  @Test("a malformed message is ignored", arguments: ["", "{", "[]", #"{"id":"x"}"#, "\u{0}"])
  func nothing(line: String) {
    #expect(PluginRequest(Array(line.utf8)) == .nothing)
  }
}

@Suite("A queue in Snapcast's apps", .tags(.local), .timeLimit(.minutes(3)))
struct SnapcastPluginTests {
  private let clock = ManualClock()
  private let folder = ScratchFolder()
  private let queue: QueuePlayer
  private let plugin: SnapcastPlugin
  private var socket: String { folder.path("s") }

  init() throws {
    let engine = FakeEngine(clock: clock) { _ in
      var media = FakeMedia(duration: .seconds(60))
      media.loadTime = .zero
      return media
    }
    queue = QueuePlayer(players: [URLPlayer(engine: engine)], clock: clock)
    let tracks = [
      URLTrack(path: "/a.flac", metadata: TrackMetadata(title: "First", artist: "Somebody")),
      URLTrack(path: "/b.flac", metadata: TrackMetadata(title: "Second")),
    ]
    try queue.set(tracks.map { QueueItem($0) })
    plugin = try SnapcastPlugin(queue, socket: folder.path("s"), clock: clock)
  }

  private func connect() throws -> UnixPeer { try UnixPeer(socket) }

  private func call(_ peer: UnixPeer, _ method: String, _ parameters: String = "{}") throws
    -> String
  {
    try peer.send(
      #"{"id":9,"jsonrpc":"2.0","method":"Plugin.Stream.Player.\#(method)","params":\#(parameters)}"#
    )
    while true {
      let line = try peer.line()
      if line.contains(#""id":9"#) { return line }
    }
  }

  @Test("a server that connects gets the ready message, and the current state")
  func ready() throws {
    let peer = try connect()
    #expect(try peer.line().contains("Plugin.Stream.Ready"))
    let properties = try peer.line()
    #expect(properties.contains(#""playbackStatus":"stopped""#))
    #expect(properties.contains(#""title":"First""#))
    #expect(properties.contains(#""artist":["Somebody"]"#))
  }

  @Test("commands reach the queue, and changes are reported")
  func commands() throws {
    let peer = try connect()
    #expect(try call(peer, "Control", #"{"command":"play"}"#).contains(#""result":"ok""#))
    #expect(queue.playback.wantsToPlay)
    _ = try call(peer, "Control", #"{"command":"next"}"#)
    #expect(try call(peer, "GetProperties").contains(#""title":"Second""#))
    _ = try call(peer, "SetProperty", #"{"loopStatus":"playlist"}"#)
    #expect(queue.repeatMode == .all)
    _ = try call(peer, "Control", #"{"command":"setPosition","params":{"position":30}}"#)
    #expect(queue.position == .seconds(30))
    _ = try call(peer, "Control", #"{"command":"pause"}"#)
    #expect(!queue.playback.wantsToPlay)
    #expect(queue.playback.wantsToPlayReason == .remote)
  }

  @Test("invalid requests are refused, and change nothing")
  func refused() throws {
    let peer = try connect()
    #expect(try call(peer, "Control", #"{"command":"explode"}"#).contains("-32602"))
    #expect(queue.playback.state == .initial)
  }

  @Test("an advancing position is not reported, and a jump is")
  func follows() {
    let status = queue.status
    func properties(_ position: Duration) -> PluginProperties {
      var properties = PluginProperties(status, at: MonotonicInstant(sinceOrigin: .zero))
      (properties.playbackStatus, properties.position) = ("playing", position / .seconds(1))
      return properties
    }
    #expect(properties(.seconds(15)).follows(properties(.seconds(10)), after: .seconds(5)))
    #expect(!properties(.seconds(17)).follows(properties(.seconds(10)), after: .seconds(5)))
    var other = properties(.seconds(15))
    other.shuffle = true
    #expect(!other.follows(properties(.seconds(10)), after: .seconds(5)))
  }

  @Test("only its owner can use the socket, which is removed at the end")
  func socketFile() throws {
    #expect(try folder.mode(of: "s") == 0o600)
    plugin.close()
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test("a file that is no socket is not replaced")
  func file() throws {
    try Data().write(to: folder.url.appendingPathComponent("file"))
    #expect(throws: SnapcastError.self) { try SnapcastPlugin(queue, socket: folder.path("file")) }
    #expect(FileManager.default.fileExists(atPath: folder.path("file")))
  }
}
