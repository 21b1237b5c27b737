import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRemote

@Suite("The rooms of a page", .tags(.local))
struct WebRoomsTests {
  private let kitchen = RemoteRoom(id: "k", name: "Kitchen", volume: 0.4)
  private var state: RemoteRoomsState {
    RemoteRoomsState(isReachable: true, groups: [RemoteRoomGroup(id: "g", rooms: [kitchen])])
  }

  private func hub(_ rooms: (any RemoteRooms)?) -> WebSessions {
    let clock = ManualClock()
    let hub = WebSessions(
      RemoteContext(
        queue: QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock),
        services: MusicServices([]),
        artwork: ArtworkLoader(),
        rooms: rooms
      ),
      clock: clock
    )
    hub.begin()
    return hub
  }

  private func action(_ text: String) throws -> WebRequest.Action {
    try WebRequest(json: Data(text.utf8)).action
  }

  @Test("changes are read, and volumes and latencies are limited")
  func reads() throws {
    let actions: [(String, RemoteRoomsChange)] = [
      (#"{"id":1,"do":"roomVolume","room":"k","to":7}"#, .volume(1, room: "k")),
      (#"{"id":1,"do":"roomVolume","room":"k","to":-7}"#, .volume(0, room: "k")),
      (#"{"id":1,"do":"roomMute","room":"k","on":true}"#, .mute(true, room: "k")),
      (#"{"id":1,"do":"groupMute","group":"g","on":false}"#, .muteGroup(false, group: "g")),
      (
        #"{"id":1,"do":"roomLatency","room":"k","seconds":1e9}"#,
        .latency(.seconds(60), room: "k")
      ),
      (#"{"id":1,"do":"roomName","room":"k","name":" Den "}"#, .name("Den", room: "k")),
      (#"{"id":1,"do":"roomMove","room":"k","group":"g"}"#, .move(room: "k", group: "g")),
      (#"{"id":1,"do":"roomMove","room":"k"}"#, .move(room: "k", group: nil)),
    ]
    for (text, change) in actions { #expect(try action(text) == .rooms(change)) }
    let long = String(repeating: "x", count: 201)
    for text in [
      #"{"id":1,"do":"roomVolume","to":1}"#, #"{"id":1,"do":"groupMute","room":"k","on":true}"#,
      #"{"id":1,"do":"roomName","room":"k","name":"\#(long)"}"#,
    ] {
      #expect(throws: WebProtocolError.self) { try action(text) }
    }
  }

  @Test("a page gets the state of the rooms, and of waiting states only the newest")
  func tells() {
    let now = MonotonicInstant(sinceOrigin: .zero)
    var machine = WebSessionStateMachine(WebHello(instance: "a", services: []), WebSnapshot())
    while machine.next(now: now) != nil {}
    let rooms = (1...3).map { WebRooms(state, number: $0) }
    #expect(machine.changed(rooms[0]) == [.wake])
    #expect(machine.changed(rooms[2]) == [])
    #expect(machine.changed(rooms[1]) == [])
    #expect(machine.next(now: now) == .rooms(rooms[2]))
    #expect(machine.next(now: now) == nil)
    #expect(machine.changed(rooms[2]) == [])
    #expect(machine.next(now: now) == nil)
  }

  @Test("endless rooms with endless names fit into a message")
  func bounds() throws {
    let name = String(repeating: "\u{7}\"", count: 50_000)
    let rooms = (0..<300).map {
      RemoteRoom(id: "\($0)", name: name, volume: .nan, latency: .seconds(1e12))
    }
    let nameless = RemoteRoom(id: name, name: "x")
    let groups = (0..<300).map {
      RemoteRoomGroup(id: "\($0)", name: name, stream: name, rooms: [nameless] + rooms)
    }
    let many = WebRooms(RemoteRoomsState(isReachable: true, groups: groups), number: 1)
    let json = WebMessage.rooms(many).json
    #expect(json.count <= WebRequest.largestMessage && json.starts(with: Data(#"{"groups""#.utf8)))
    let one = RemoteRoomsState(
      isReachable: true,
      groups: [
        RemoteRoomGroup(id: "", rooms: []),
        RemoteRoomGroup(id: "g", rooms: [nameless, RemoteRoom(id: "k", name: "K", volume: .nan)]),
      ]
    )
    let few = WebRooms(one, number: 1).groups
    #expect(few.map(\.id) == ["g"] && few[0].rooms.map(\.id) == ["k"])
    #expect(few[0].rooms[0].volume == 0)
    let small = (0..<300).map { RemoteRoomGroup(id: "\($0)", rooms: []) }
    let told = WebRooms(RemoteRoomsState(isReachable: true, groups: small), number: 1)
    #expect(told.groups.count == WebRooms.most)
  }

  @Test("only rooms that the page knows are changed, and a refusal is reported")
  func steers() async throws {
    let rooms = FakeRooms(state)
    let hub = hub(rooms)
    defer { hub.end() }
    try await eventually("it should be reported") { hub.knows(.mute(true, room: "k")) }
    let done = WebMessage.done(1, WebOutcome())
    #expect(await hub.steer(.volume(0.5, room: "k"), id: 1) == done)
    #expect(await hub.steer(.move(room: "k", group: nil), id: 1) == done)
    let strange: [RemoteRoomsChange] = [
      .volume(1, room: "x"), .mute(true, room: "g"), .muteGroup(true, group: "k"),
      .move(room: "x", group: "g"), .move(room: "k", group: "x"), .name("", room: "x"),
      .latency(.zero, room: "x"),
    ]
    for change in strange {
      #expect(
        await hub.steer(change, id: 2) == .failed(2, WebFailure(.noSuchRoom))
      )
    }
    #expect(rooms.changes == [.volume(0.5, room: "k"), .move(room: "k", group: nil)])
    rooms.refusal = RemoteRoomsError("Not now.")
    let refused = WebMessage.failed(3, WebFailure(.roomFailed, "Not now."))
    #expect(await hub.steer(.mute(true, room: "k"), id: 3) == refused)
  }

  @Test("a page that connects later gets the rooms, too, and without rooms nothing happens")
  func greets() async throws {
    let rooms = FakeRooms(state)
    let told = hub(rooms)
    defer { told.end() }
    try await eventually("it should be reported") { told.knows(.mute(true, room: "k")) }
    let frames = Locked<[Data]>([])
    let session = told.join()
    let sending = Task { try await session.send { frame in frames.withLock { $0.append(frame) } } }
    let kitchen = Data(#""Kitchen""#.utf8)
    try await eventually("it should be reported") {
      frames.withLock { $0.contains { $0.range(of: kitchen) != nil } }
    }
    rooms.tell(RemoteRoomsState(isReachable: false, groups: []))
    let gone = Data(#""isReachable":false"#.utf8)
    try await eventually("it should be reported") {
      frames.withLock { $0.contains { $0.range(of: gone) != nil } }
    }
    session.closed()
    try await sending.value
    let none = hub(nil)
    #expect(
      await none.steer(.mute(true, room: "k"), id: 1)
        == .failed(1, WebFailure(.noRoomServer))
    )
  }
}

/// Rooms that record the changes.
private final class FakeRooms: RemoteRooms {
  private struct State {
    var changes: [RemoteRoomsChange] = []
    var refusal: RemoteRoomsError?
  }

  private let state = Locked(State())
  private let stream: AsyncStream<RemoteRoomsState>
  private let continuation: AsyncStream<RemoteRoomsState>.Continuation

  init(_ state: RemoteRoomsState) {
    (stream, continuation) = AsyncStream.makeStream()
    continuation.yield(state)
  }

  var changes: [RemoteRoomsChange] { state.withLock(\.changes) }
  var refusal: RemoteRoomsError? {
    get { state.withLock(\.refusal) }
    set { state.withLock { $0.refusal = newValue } }
  }

  func tell(_ state: RemoteRoomsState) { continuation.yield(state) }

  func states() -> AsyncStream<RemoteRoomsState> { stream }

  func perform(_ change: RemoteRoomsChange) async throws(RemoteRoomsError) {
    if let refusal { throw refusal }
    state.withLock { $0.changes.append(change) }
  }
}
