import Foundation
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitRooms

#if canImport(Glibc)
  import Glibc
#endif

@Suite(
  "Rooms as an output, by a real snapserver",
  .tags(.local),
  .enabled(if: Snapserver.isInstalled, "snapserver and snapclient are not installed"),
  .timeLimit(.minutes(3))
)
struct SnapcastOutputTests {
  private let server: Snapserver
  private let client: SnapcastClient
  private let folder = ScratchFolder()
  private let den = SnapcastRoom.ID(rawValue: "den")

  init() async throws {
    server = try Snapserver()
    client = SnapcastClient(SnapcastAddress(host: "127.0.0.1", port: server.port))
    try await eventually("the server") { [client] in (try? await client.status()) != nil }
    try server.addRoom("den")
    try await eventually("the room") { [client, den] in
      (try? await client.status())?.room(den)?.isConnected == true
    }
    try await client.setVolume(40, of: den)
  }

  private func connect() async throws -> SnapcastOutput {
    try await SnapcastOutput.connect(
      to: client.address,
      configuration: .init(buffer: .milliseconds(400), stateFolder: folder.path("state"))
    )
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path("state"))) ?? []
  }

  private func volume() async throws -> SnapcastVolume? {
    try await client.status().room(den)?.volume
  }

  private func isPlaying() async -> Bool {
    (try? await client.status())?.streams.first { $0.id.rawValue == "PlayerKit" }?.activity
      == .playing
  }

  /// Who writes noise into the pipe, until told that it is enough.
  private struct Writer {
    let isDone = Locked(false)
    let written = Locked(0)

    func end() { isDone.withLock { $0 = true } }

    /// Waits until the output has taken so much more.
    func writes(seconds: Double) async throws {
      let wanted = written.withLock(\.self) + Int(seconds * 192_000)
      try await eventually("the output takes what is written") {
        written.withLock { $0 >= wanted }
      }
    }
  }

  /// Writes noise into the pipe.
  private func writing(to output: SnapcastOutput) -> Writer {
    let writer = Writer()
    let path = output.pipe
    // A thread without signals: the pipe loses its reader with the output.
    _ = BackgroundThread.start("writer") {
      let pipe = Glibc.open(path, O_WRONLY)
      defer { Glibc.close(pipe) }
      let noise = (0..<3_840).map { _ in UInt8.random(in: .min ... .max) }
      while !writer.isDone.withLock(\.self) {
        let count = Glibc.write(pipe, noise, noise.count)
        if count > 0 { writer.written.withLock { $0 += count } }
      }
    }
    return writer
  }

  @Test("sound that is let through reaches the stream; what is cut does not")
  func flows() async throws {
    let output = try await connect()
    #expect(output.sampleRate == 48_000)
    let writer = writing(to: output)
    defer { writer.end() }
    try await writer.writes(seconds: 0.7)
    #expect(await !isPlaying())
    output.open()
    try await eventually("the stream") { await isPlaying() }
    output.cut()
    try await eventually("its end") { await !isPlaying() }
    writer.end()
    await output.close()
  }

  @Test("a cut turns the room down, tells that in a file, and gives the volume back")
  func cut() async throws {
    let output = try await connect()
    let writer = writing(to: output)
    defer { writer.end() }
    output.open()
    try await eventually("the stream") { await isPlaying() }
    #expect(files.isEmpty)
    output.cut()
    try await eventually("silence, told in a file") {
      (try? await volume()) == SnapcastVolume(percent: 0) && files.count == 1
    }
    try await eventually("the volume") { (try? await volume()) == SnapcastVolume(percent: 40) }
    try await eventually("the end of the file") { files.isEmpty }
    // Nothing is on its way now.
    output.cut()
    try await writer.writes(seconds: 0.1)
    #expect(try await volume() == SnapcastVolume(percent: 40))
    writer.end()
    await output.close()
  }

  @Test("the volume that a killed run has left at 0 is given back by the next one")
  func leftOver() async throws {
    let record = HoldRecord(
      folder: folder.path("state"),
      server: client.address,
      stream: SnapcastStream.ID(rawValue: "PlayerKit")
    )
    record.write([den: 40])
    try await client.setVolume(0, of: den)
    let output = try await connect()
    try await eventually("the volume") { (try? await volume()) == SnapcastVolume(percent: 40) }
    try await eventually("the end of the file") { files.isEmpty }
    await output.close()
  }

  @Test("rooms that a cut silences are shown as people set them, until they have their volume back")
  func shown() async throws {
    let output = try await connect()
    let percents = Locked<[Int?]>([])
    let reader = Task { [den, statuses = output.statuses] in
      for await status in statuses {
        percents.withLock { $0.append(status?.room(den)?.volume.percent) }
      }
    }
    let writer = writing(to: output)
    defer { writer.end() }
    output.open()
    try await eventually("the stream") { await isPlaying() }
    output.cut()
    try await eventually("silence") { (try? await volume())?.percent == 0 }
    try await client.setMuted(true, of: den)
    try await eventually("the volume, and the mute") {
      (try? await volume()) == SnapcastVolume(percent: 40, isMuted: true)
    }
    try await client.setVolume(20, of: den)
    try await eventually("the change") { percents.withLock { $0.last } == 20 }
    writer.end()
    await output.close()
    _ = await reader.value
    #expect(Set(percents.withLock(\.self)) == [40, 20])
  }

  @Test("a room that its user has muted is left alone")
  func muted() async throws {
    let muted = SnapcastVolume(percent: 40, isMuted: true)
    try await client.setMuted(true, of: den)
    let output = try await connect()
    let writer = writing(to: output)
    defer { writer.end() }
    output.open()
    try await eventually("the stream") { await isPlaying() }
    output.cut()
    try await writer.writes(seconds: 0.1)
    #expect(try await volume() == muted)
    writer.end()
    await output.close()
    #expect(try await volume() == muted)
  }

  @Test("a server that is killed and comes back is fed again")
  func returns() async throws {
    let output = try await connect()
    let changes = Locked<[Bool]>([])
    output.onAvailability { isAvailable in changes.withLock { $0.append(isAvailable) } }
    let writer = writing(to: output)
    defer { writer.end() }
    output.open()
    try await eventually("the stream") { await isPlaying() }
    server.killServer()
    // A server that is being killed may take a connection and drop it: there may be more than one loss.
    try await eventually("the loss") { changes.withLock { $0.last } == false }
    try server.start()
    try await eventually("the return") { changes.withLock { $0.last } == true }
    output.open()
    try await eventually("the stream") { await isPlaying() }
    writer.end()
    await output.close()
  }

  @Test("a stream that is not there is an error, and leaves no pipe")
  func noStream() async throws {
    let error = await #expect(throws: SnapcastError.self) {
      try await SnapcastOutput.connect(
        to: client.address,
        configuration: .init(stream: SnapcastStream.ID(rawValue: "nowhere"))
      )
    }
    #expect(error?.code == .noStream)
  }
}
