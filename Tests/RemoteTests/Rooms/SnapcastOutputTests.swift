import Foundation
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitRooms

#if canImport(Glibc)
  import Glibc
#endif

@Suite(
  "Rooms as an output, with a real snapserver",
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

  /// Writes noise into the pipe until it is stopped.
  private struct Writer {
    let isDone = Locked(false)
    let written = Locked(0)

    func end() { isDone.withLock { $0 = true } }

    /// Waits until the output has accepted this much more.
    func writes(seconds: Double) async throws {
      let wanted = written.withLock(\.self) + Int(seconds * 192_000)
      try await eventually("the output accepts the written sound") {
        written.withLock { $0 >= wanted }
      }
    }
  }

  /// Writes noise into the pipe.
  private func writing(to output: SnapcastOutput) -> Writer {
    let writer = Writer()
    let path = output.pipe
    // A thread without signals, because the pipe loses its reader with the output.
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

  @Test("sound reaches the stream, except for the part that is cut")
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

  @Test("a cut mutes the room, records that in a file, and restores the volume")
  func cut() async throws {
    let output = try await connect()
    let writer = writing(to: output)
    defer { writer.end() }
    output.open()
    try await eventually("the stream") { await isPlaying() }
    #expect(files.isEmpty)
    output.cut()
    try await eventually("silence, recorded in a file") {
      (try? await volume()) == SnapcastVolume(percent: 0) && files.count == 1
    }
    try await eventually("the volume") { (try? await volume()) == SnapcastVolume(percent: 40) }
    try await eventually("the end of the file") { files.isEmpty }
    // No sound is on its way now.
    output.cut()
    try await writer.writes(seconds: 0.1)
    #expect(try await volume() == SnapcastVolume(percent: 40))
    writer.end()
    await output.close()
  }

  @Test("the next run restores the volume that a killed run has left at 0")
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

  @Test("rooms that a cut mutes are shown with the user's settings until they are restored")
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

  @Test("a room that the user has muted stays unchanged")
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

  @Test("a server that is killed and restarted is fed again")
  func returns() async throws {
    let output = try await connect()
    let changes = Locked<[Bool]>([])
    output.onAvailability { isAvailable in changes.withLock { $0.append(isAvailable) } }
    let writer = writing(to: output)
    defer { writer.end() }
    output.open()
    try await eventually("the stream") { await isPlaying() }
    server.killServer()
    // A server that is being killed may accept a connection and drop it, so there may be several
    // losses.
    try await eventually("the loss") { changes.withLock { $0.last } == false }
    try server.start()
    try await eventually("the return") { changes.withLock { $0.last } == true }
    output.open()
    try await eventually("the stream") { await isPlaying() }
    writer.end()
    await output.close()
  }

  @Test("a missing stream is an error, and leaves no pipe")
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
