import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite(
  "A client of a real snapserver",
  .tags(.local),
  .enabled(if: Snapserver.isInstalled, "snapserver and snapclient are not installed"),
  .timeLimit(.minutes(3))
)
struct RealServerTests {
  private let server: Snapserver
  private let client: SnapcastClient
  private let kitchen = SnapcastRoom.ID(rawValue: "kitchen")
  private let attic = SnapcastRoom.ID(rawValue: "attic")

  init() async throws {
    server = try Snapserver()
    client = SnapcastClient(SnapcastAddress(host: "127.0.0.1", port: server.port))
    try await eventually("the server") { [client] in (try? await client.status()) != nil }
  }

  private func addRooms() async throws {
    try server.addRoom("kitchen")
    try server.addRoom("attic")
    try await eventually("both rooms") { [client, kitchen, attic] in
      let status = try? await client.status()
      return status?.room(kitchen)?.isConnected == true
        && status?.room(attic)?.isConnected == true
    }
  }

  private func group(of room: SnapcastRoom.ID) async throws -> SnapcastGroup {
    let groups = try await client.status().groups
    return try #require(groups.first { $0.rooms.contains { $0.id == room } })
  }

  @Test("reads its version and streams, and the existing rooms")
  func status() async throws {
    try await addRooms()
    let status = try await client.status()
    #expect(!status.version.isEmpty)
    #expect(status.streams.map(\.id.rawValue) == ["PlayerKit", "Other"])
    #expect(status.streams.map(\.source.scheme) == ["tcp", "pipe"])
    #expect(status.streams.first?.source.host == "127.0.0.1:\(server.feedPort)")
    #expect(Set(status.groups.flatMap(\.rooms).map(\.id)) == [kitchen, attic])
  }

  @Test("sets volume, mute, latency and name of a room")
  func rooms() async throws {
    try await addRooms()
    try await client.setMuted(true, of: kitchen)
    try await client.setVolume(37, of: kitchen)
    #expect(try await client.setLatency(.milliseconds(120), of: kitchen) == .milliseconds(120))
    try await client.setName("Küche \"1\"", of: kitchen)
    let room = try #require(try await client.status().room(kitchen))
    #expect(room.volume == SnapcastVolume(percent: 37, isMuted: true))
    #expect(room.latency == .milliseconds(120))
    #expect(room.name == "Küche \"1\"")
    #expect(try await client.status().room(attic)?.volume == SnapcastVolume(percent: 100))
  }

  @Test("sets rooms, streams, mutes and names of groups")
  func groups() async throws {
    try await addRooms()
    let group = try await group(of: kitchen)
    let status = try await client.setRooms([kitchen, attic], of: group.id)
    #expect(status.groups.count == 1)
    #expect(Set(status.groups.flatMap(\.rooms).map(\.id)) == [kitchen, attic])
    let other = SnapcastStream.ID(rawValue: "Other")
    try await client.setStream(other, of: group.id)
    try await client.setMuted(true, of: group.id)
    try await client.setName("Upstairs", of: group.id)
    let changed = try await self.group(of: attic)
    #expect(changed.stream == other)
    #expect(changed.isMuted)
    #expect(changed.name == "Upstairs")
    #expect(try await client.setRooms([kitchen], of: group.id).groups.count == 2)
  }

  @Test("reports the server's own reason for a refusal")
  func refusals() async throws {
    let nobody = SnapcastRoom.ID(rawValue: "nobody")
    let error = await #expect(throws: SnapcastError.self) {
      try await client.setName("x", of: nobody)
    }
    #expect(error?.code == .refused)
    #expect(error?.message == "The server says: Client not found")
    #expect(error?.serverCode == -32_603)
  }

  @Test("adds and removes a stream, if the server can do that")
  func streams() async throws {
    let address = "tcp://127.0.0.1:\(try freePort())?name=Attic&mode=server"
    do throws(SnapcastError) {
      let stream = try await client.addStream(address)
      #expect(stream.rawValue == "Attic")
      #expect(try await client.status().streams.contains { $0.id == stream })
      try await client.removeStream(stream)
      #expect(try await !client.status().streams.contains { $0.id == stream })
    } catch {
      #expect(error.code == .unsupported)
    }
  }

  @Test("reports its own changes as events, between others' changes")
  func ownEvents() async throws {
    try await addRooms()
    let other = SnapcastClient(client.address)
    var iterator = client.events.makeAsyncIterator()
    guard case .status = await iterator.next() else {
      Issue.record("no status")
      return
    }
    try await client.setVolume(30, of: kitchen)
    try await other.setMuted(true, of: kitchen)
    try await client.setVolume(250, of: kitchen)
    var volumes: [SnapcastVolume] = []
    while volumes.count < 3, let event = await iterator.next() {
      if case .volume(kitchen, let volume) = event { volumes.append(volume) }
    }
    #expect(volumes.map(\.percent) == [30, 30, 100])
    #expect(volumes.map(\.isMuted) == [false, true, true])
    other.close()
  }

  @Test("gets others' changes as events, which lead to the same status")
  func events() async throws {
    try await addRooms()
    let other = SnapcastClient(client.address)
    var iterator = other.events.makeAsyncIterator()
    guard case .status(var known) = await iterator.next() else {
      Issue.record("no status")
      return
    }
    let group = try await group(of: kitchen)
    try await client.setVolume(5, of: kitchen)
    try await client.setLatency(.milliseconds(7), of: attic)
    try await client.setName("K", of: kitchen)
    try await client.setMuted(true, of: group.id)
    try await client.setStream(SnapcastStream.ID(rawValue: "Other"), of: group.id)
    try await client.setName("G", of: group.id)
    try await client.setRooms([kitchen, attic], of: group.id)
    server.killLastRoom()
    try await eventually("the loss of the room") { [client, attic] in
      (try? await client.status())?.room(attic)?.isConnected == false
    }
    let wanted = try await client.status()
    while known.withoutPlaying != wanted.withoutPlaying, let event = await iterator.next() {
      known.apply(event)
    }
    #expect(known.room(attic)?.isConnected == false)
    #expect(known.groups.map(\.name).contains("G"))
  }

  @Test("finds a server again that is killed and restarted, with its stored state")
  func killed() async throws {
    try await addRooms()
    try await client.setName("K", of: kitchen)
    let events = client.events
    var iterator = events.makeAsyncIterator()
    while case .status? = await iterator.next() { break }
    server.killServer()
    var loss: SnapcastError?
    while let event = await iterator.next() {
      guard case .disconnected(let error) = event else { continue }
      loss = error
      break
    }
    #expect(loss?.code == .interrupted)
    await #expect(throws: SnapcastError.self) { try await client.status() }
    try server.start()
    while let event = await iterator.next() {
      guard case .status(let status) = event else { continue }
      #expect(!status.version.isEmpty)
      break
    }
    // Rooms come back by themselves.
    try await eventually("the room") { [client, kitchen] in
      (try? await client.status())?.room(kitchen)?.isConnected == true
    }
  }
}

extension SnapcastStatus {
  /// Without the streams' own changes, which no client causes.
  var withoutPlaying: SnapcastStatus {
    var copy = self
    for index in copy.streams.indices { copy.streams[index].activity = .idle }
    for group in copy.groups.indices {
      copy.groups[group].rooms.sort { $0.id.rawValue < $1.id.rawValue }
    }
    return copy
  }
}
