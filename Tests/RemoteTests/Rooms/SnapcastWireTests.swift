import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("A snapserver's messages", .tags(.local))
struct SnapcastWireTests {
  private func events(_ line: String) -> [SnapcastEvent]? {
    guard case .events(let events) = RPCMessage(Array(line.utf8)) else { return nil }
    return events
  }

  private func note(_ method: String, _ parameters: String) -> String {
    #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#
  }

  private let room = SnapcastRoom.ID(rawValue: "kitchen#2")
  private let group = SnapcastGroup.ID(rawValue: "g")

  @Test("each notification is one event")
  func notifications() {
    #expect(
      events(
        note("Client.OnVolumeChanged", #"{"id":"kitchen#2","volume":{"muted":true,"percent":36}}"#)
      )
        == [.volume(room, SnapcastVolume(percent: 36, isMuted: true))]
    )
    #expect(
      events(note("Client.OnLatencyChanged", #"{"id":"kitchen#2","latency":-40}"#))
        == [.latency(room, .milliseconds(-40))]
    )
    #expect(
      events(note("Client.OnNameChanged", #"{"id":"kitchen#2","name":"Küche"}"#))
        == [.roomName(room, "Küche")]
    )
    #expect(events(note("Group.OnMute", #"{"id":"g","mute":true}"#)) == [.groupMuted(group, true)])
    #expect(
      events(note("Group.OnStreamChanged", #"{"id":"g","stream_id":"b"}"#))
        == [.groupStream(group, SnapcastStream.ID(rawValue: "b"))]
    )
    #expect(
      events(note("Group.OnNameChanged", #"{"id":"g","name":"Up"}"#)) == [.groupName(group, "Up")]
    )
    #expect(
      events(note("Stream.OnUpdate", #"{"id":"b","stream":{"id":"b","status":"playing"}}"#))
        == [.stream(SnapcastStream(id: SnapcastStream.ID(rawValue: "b"), activity: .playing))]
    )
  }

  @Test("each valid notification of a batch is an event")
  func batch() {
    let mute = note("Group.OnMute", #"{"id":"g","mute":false}"#)
    #expect(
      events("[\(mute),7,{},\(note("Group.OnMute", "{}")),\(mute)]")
        == [.groupMuted(group, false), .groupMuted(group, false)]
    )
  }

  @Test(
    "an unknown or incomplete notification is ignored",
    arguments: [
      #"{"jsonrpc":"2.0","method":"Server.OnMoon","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"Group.OnMute"}"#,
      #"{"jsonrpc":"2.0","method":"Group.OnMute","params":{"id":4,"mute":true}}"#,
      #"{"jsonrpc":"2.0","method":"Client.OnLatencyChanged","params":{"id":"a","latency":"long"}}"#,
      #"{"jsonrpc":"2.0","method":"Client.OnConnect","params":{"client":{"name":"no id"}}}"#,
    ]
  )
  func unknown(line: String) {
    #expect(events(line) == [])
  }

  @Test("a status keeps its readable parts")
  func tolerant() throws {
    let line = #"""
      {"id":1,"result":{"server":{"groups":[7,{"id":"g","clients":[{},{"id":"a","connected":true,
      "config":{"latency":1e300,"volume":{"percent":1e9}}}],"stream_id":"s"}],
      "streams":[{"id":"s","uri":{"scheme":"tcp","host":"0.0.0.0:4953","query":{"name":"s"}}},{}],
      "server":{"snapserver":{"version":"0.26.0"}}}}}
      """#
    let status = try RPCAnswer<StatusAnswer>.read(Array(line.utf8)).server
    #expect(status.version == "0.26.0")
    #expect(status.groups.map(\.id) == [group])
    let rooms = status.groups.flatMap(\.rooms)
    #expect(rooms.map(\.id.rawValue) == ["a"])
    #expect(rooms.map(\.volume.percent) == [100])
    #expect(rooms.map(\.latency) == [.seconds(60)])
    #expect(status.streams.map(\.source.host) == ["0.0.0.0:4953"])
  }

  @Test("a refusal has the server's reason and code, truncated to 200 characters")
  func refusal() {
    let reason = String(repeating: "x", count: 5_000)
    let line = #"{"error":{"code":-32603,"data":"\#(reason)"},"id":4,"jsonrpc":"2.0"}"#
    guard case .refusal(let number, let error) = RPCMessage(Array(line.utf8)) else {
      Issue.record("no refusal")
      return
    }
    #expect(number.value == 4)
    #expect(error.code == .refused)
    #expect(error.serverCode == -32_603)
    #expect(error.message.count < 250)
  }

  @Test("an unknown method is distinguished from a refusal")
  func unsupported() {
    let line = #"{"error":{"code":-32601,"message":"Method not found"},"id":4,"jsonrpc":"2.0"}"#
    guard case .refusal(_, let error) = RPCMessage(Array(line.utf8)) else {
      Issue.record("no refusal")
      return
    }
    #expect(error.code == .unsupported)
  }

  @Test("a message that is nested too deeply is ignored, without other effects")
  func deep() {
    let line = String(repeating: "[", count: 500_000)
    #expect(RPCMessage(Array(line.utf8)) == .unreadable)
  }

  @Test("quotes and line ends in names cannot end a request")
  func quoting() {
    let line = RPCRequest("Client.SetName", ["id": "a", "name": "\"}\r\n{\"x\":1"])
      .line(RequestNumber(value: 1))
    #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
  }

  @Test(
    "addresses are read as they are written",
    arguments: [
      ("den", "den:1705"), ("den:80", "den:80"), ("[::1]:7", "[::1]:7"), ("[::1]", "[::1]:1705"),
      ("10.0.0.2:1705", "10.0.0.2:1705"),
    ]
  )
  func addresses(text: String, description: String) {
    #expect(SnapcastAddress(text)?.description == description)
  }

  @Test(
    "an invalid address is refused",
    arguments: [
      "", ":1", "den:", "den:0", "den:70000", "den:x", "a:1:2", "[::1", "a b", "http://den",
    ]
  )
  func noAddress(text: String) {
    #expect(SnapcastAddress(text) == nil)
  }
}
