import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// Runs the contract for players with the URL player on this engine.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct BackendContractTests {
    @Test("The URL player keeps the contract", arguments: BackendContract.checks)
    func keepsTheContract(check: BackendContract.Check) async throws {
      try await check.run(on: URLPlayerHarness())
    }
  }
}

/// Makes players on a driven engine, and plays by taking its sound.
private final class URLPlayerHarness: BackendHarness {
  let tracks: BackendContractTracks
  private let stage: Stage

  init() throws {
    let stage = try Stage(.driven)
    self.stage = stage
    func track(_ name: String, seconds: Int) throws -> URLTrack {
      let wav = Signal.integer(frames: seconds * Signal.rate).wav
      return URLTrack(path: try stage.sandbox.write(wav, to: name))
    }
    tracks = BackendContractTracks(
      short: try track("short.wav", seconds: 1),
      long: try track("long.wav", seconds: 20),
      missing: URLTrack(path: stage.sandbox.path("missing.wav")),
      garbage: URLTrack(
        path: try stage.sandbox.write(Data("no audio at all".utf8), to: "garbage")
      )
    )
  }

  var clock: any PlaybackClock { stage.clock }

  func makePlayer() -> any Player { URLPlayer(engine: stage.engine, clock: clock) }

  func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws {
    try await stage.wait(for: what) { condition(player.status) }
  }

  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await stage.wait(for: what) { condition(recorder.entries) }
  }

  func pass(_ time: Duration) async throws { try await stage.pass(time) }

  func cleanUp() async { await stage.close() }
}
