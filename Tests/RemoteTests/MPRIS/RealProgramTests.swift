import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPRIS

/// Makes players of one real program, which is started for each check.
private final class RealProgramHarness: BackendHarness {
  let tracks: BackendContractTracks
  // It polls every second. Both programs report positions some tenths late.
  let tolerance = Duration.milliseconds(700)
  private let program: RealProgram
  private let media: RealMedia
  private let bus: PrivateBus
  private let running = Locked<RunningProgram?>(nil)

  init(_ program: RealProgram) throws {
    self.program = program
    media = try RealMedia()
    bus = try PrivateBus(isOpen: true)
    tracks = BackendContractTracks(
      short: media.track("short"),
      long: media.track("long"),
      missing: media.track("missing"),
      garbage: media.track("garbage")
    )
  }

  func makePlayer() async throws -> any Player {
    if running.withLock({ $0 }) == nil {
      let program = try await RunningProgram(program, on: bus, home: media.folder)
      running.withLock { $0 = program }
    }
    return MPRISRemotePlayer(program: program.rawValue, on: bus.address)
  }

  func useControls(of player: any Player, _ use: RemoteUse) async throws -> Bool {
    guard let program = running.withLock({ $0 }) else { return false }
    // mpv reports changes within a tenth of a second at once. No player is faster.
    if use != .controls(.play) {
      try await eventually("it plays") {
        guard case .int64(let time)? = try? await program.property("Position") else { return false }
        return await program.status == "Playing" && time > 250_000
      }
    }
    switch use {
    case .controls(.play): try await program.call("Play")
    case .controls(.pause): try await program.call("Pause")
    case .controls(.seek(let anchor)): try await program.jump(to: anchor.position)
    case .controls(.volume(let volume)): try await program.set("Volume", to: .double(volume))
    case .controls(.mute), .controls(.next), .controls(.previous): return false
    case .takeover: try await program.call("OpenUri", [.string(media.uri("other"))])
    }
    return true
  }

  func cleanUp() async {
    running.withLock { running in
      defer { running = nil }
      return running
    }?.end()
    media.folder.remove()
  }
}

@Suite(
  "Real programs of the desktop as players",
  .tags(.local),
  .enabled(
    if: RealProgram.isWanted && PrivateBus.isThere,
    "Run by make acceptance WHAT=mpris_players."
  ),
  .serialized,
  .timeLimit(.minutes(3))
)
struct RealProgramTests {
  private let media: RealMedia
  private let bus: PrivateBus

  init() throws {
    media = try RealMedia()
    bus = try PrivateBus(isOpen: true)
  }

  /// A program that plays our track.
  private func play(
    _ program: RealProgram,
    _ name: String
  ) async throws -> (RunningProgram, MPRISRemotePlayer) {
    let running = try await RunningProgram(program, on: bus, home: media.folder)
    let player = MPRISRemotePlayer(program: program.rawValue, on: bus.address)
    player.play(media.track(name))
    try await player.wait(for: "the sound") { $0.state == .play }
    return (running, player)
  }

  @Test("pass the contract of backends", arguments: RealProgram.allCases, BackendContract.checks)
  func contract(program: RealProgram, check: BackendContract.Check) async throws {
    try await check.run(on: RealProgramHarness(program))
  }

  @Test("end a track once, and no part of it plays again", arguments: RealProgram.allCases)
  func end(program: RealProgram) async throws {
    let (running, player) = try await play(program, "three")
    try await player.wait(for: "the end") { $0.state == .initial }
    #expect(player.status.error == nil)
    try await eventually("it is silent") { await running.status != "Playing" }
    running.end()
  }

  @Test("are paused if the user stops them, and resume there", arguments: RealProgram.allCases)
  func stopped(program: RealProgram) async throws {
    let (running, player) = try await play(program, "long")
    // VLC ignores a seek in its first moments.
    try await eventually("it is under way") { player.position > .milliseconds(700) }
    player.seek(to: .seconds(12))
    try await player.wait(for: "the place") {
      $0.anchor?.position ?? .zero >= .seconds(12) && $0.state == .play
    }
    try await running.call("Stop")
    try await player.wait(for: "the pause") { $0.state == .pause }
    #expect(player.status.wantsToPlayReason == .remote)
    #expect(abs((player.position - .seconds(12)) / .seconds(1)) < 2)
    player.play()
    try await player.wait(for: "the sound") { $0.state == .play }
    try await eventually("it plays") { await running.status == "Playing" }
    #expect(player.position > .seconds(11))
    running.end()
  }

  @Test(
    "stall if the system stops the process, and fail if they quit",
    arguments: RealProgram.allCases
  )
  func heldAndGone(program: RealProgram) async throws {
    let (running, player) = try await play(program, "long")
    running.hold(true)
    try await player.wait(for: "the failure") { $0.error?.code == .noDevice }
    running.hold(false)
    let (again, other) = (running, MPRISRemotePlayer(program: program.rawValue, on: bus.address))
    other.play(media.track("other"))
    try await other.wait(for: "the sound") { $0.state == .play }
    again.end()
    try await other.wait(for: "the failure") { $0.error?.code == .noDevice }
  }
}
