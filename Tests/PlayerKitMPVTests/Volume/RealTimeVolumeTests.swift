import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// The volume of a stream on a real sound server, which remembers it for the app.
  // Real time: a sound server changes the volume during playback.
  @Suite(
    .tags(.realTime),
    .heartbeat,
    .serialized,
    .timeLimit(.minutes(2)),
    .enabled(if: ProcessInfo.processInfo.environment["VANISHING_OUTPUT"] != nil)
  )
  struct RealTimeVolumeTests {
    @Test("The app's volume is the volume of its stream, and the user's level is restored")
    func appVolumeStreamUser() async throws {
      let server = try await Self.server()
      defer { server.kill() }
      let stage = try VolumeStage(.auto)
      try stage.play(seconds: 30)
      try await eventually("it is audible") { stage.engine.volumeKind == .stream }
      #expect(try server.streamVolume() == 100)
      stage.set(volume: 0.5)
      try await eventually("the server has it") { (try? server.streamVolume()) == 50 }
      #expect(await stage.software() == 100)
      // The user halves the volume in the mixer.
      try server.setStreamVolume(25)
      stage.set(volume: 1)
      try await eventually("both levels apply") { (try? server.streamVolume()) == 50 }
      stage.set(volume: 1, isMuted: true)
      try await eventually("it is silent") { (try? server.streamVolume()) == 0 }
      stage.set(volume: 0.2)
      try await eventually("and not any more") { (try? server.streamVolume()) == 10 }
      await stage.engine.close()
      // Another stream of the app gets the remembered volume.
      let other = try VolumeStage(.auto)
      try other.play(seconds: 30)
      try await eventually("it is audible") { other.engine.volumeKind == .stream }
      #expect(try server.streamVolume() == 50)
      await other.engine.close()
    }

    @Test("A load that begins at a low volume has it, and its end restores the volume")
    func whatBeginsLowVolume() async throws {
      let server = try await Self.server()
      defer { server.kill() }
      let stage = try VolumeStage(.auto)
      stage.set(volume: 0.5)
      let id = try stage.play(seconds: 2)
      try await eventually("it is audible") { stage.engine.volumeKind == .stream }
      #expect(try server.streamVolume() == 50)
      #expect(try await stage.log.end(of: id) == .ended(followedBy: nil))
      // Another stream of the app, without a set volume, gets the remembered one.
      let other = try VolumeStage(.auto, volume: .software)
      try other.play(seconds: 30)
      try await eventually("it is audible again") { (try? server.streamVolume()) == 100 }
      await other.engine.close()
      await stage.engine.close()
    }

    @Test("Software volume stays in software if so configured")
    func softwareStaysSoftwareWhere() async throws {
      let server = try await Self.server()
      defer { server.kill() }
      let stage = try VolumeStage(.auto, volume: .software)
      try stage.play(seconds: 30)
      stage.set(volume: 0.5)
      try await eventually("libmpv has it") { await stage.software() == 50 }
      #expect(stage.engine.volumeKind == .software)
      try await eventually("the server has its own level") { (try? server.streamVolume()) == 100 }
      #expect(stage.engine.volumeKind == .software)
      await stage.engine.close()
    }

    private static func server() async throws -> SoundServer {
      let server = try SoundServer()
      try await server.start()
      try server.control("load-module", "module-stream-restore")
      return server
    }
  }
}

/// An engine that plays a file.
private struct VolumeStage {
  let engine: MPVEngine
  let log = ReportLog()
  private let sandbox: Sandbox

  init(_ output: MPVEngine.Output, volume: MPVEngine.VolumeKind = .stream) throws {
    sandbox = try Sandbox()
    var configuration = MPVEngine.Configuration(output: output)
    configuration.volumeKind = volume
    engine = try MPVEngine(configuration: configuration)
  }

  @discardableResult
  func play(seconds: Int) throws -> LoadID {
    let id = LoadID.unique()
    let path = try sandbox.write(Signal.sweep(frames: seconds * 44_100).wav, to: "a.wav")
    engine.load(log.makeLoad(id, MediaSource(.file(path: path))))
    return id
  }

  func set(volume: Double, isMuted: Bool = false) {
    var settings = OutputSettings()
    settings.volume = volume
    settings.isMuted = isMuted
    engine.setOutput(settings)
  }

  /// Libmpv's own volume.
  func software() async -> Double? { await engine.ask { $0.handle.double("volume") } }
}
