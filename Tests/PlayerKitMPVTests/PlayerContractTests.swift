import Foundation
import Locking
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import Testing

extension EngineTests {
  /// What every player keeps, kept by the player of URLs on this engine.
  @Suite(.timeLimit(.minutes(2)))
  struct PlayerContractTests {
    @Test(arguments: PlayerContract.checks)
    func `The player of URLs keeps the contract`(check: PlayerContract.Check) async throws {
      try await check.run(on: URLPlayerHarness())
    }
  }
}

/// Makes players on engines that play in real time to nowhere.
private final class URLPlayerHarness: PlayerHarness {
  let tracks: PlayerContractTracks
  private let sandbox: Sandbox
  private let engines = Locked<[MPVEngine]>([])

  init() throws {
    let sandbox = try Sandbox()
    func track(_ name: String, seconds: Int) throws -> URLTrack {
      let wav = Signal.integer(frames: seconds * Signal.rate).wav
      return URLTrack(path: try sandbox.write(wav, to: name))
    }
    self.sandbox = sandbox
    tracks = PlayerContractTracks(
      short: try track("short.wav", seconds: 1),
      long: try track("long.wav", seconds: 20),
      missing: URLTrack(path: sandbox.path("missing.wav")),
      garbage: URLTrack(
        path: try sandbox.write(Data("no audio at all".utf8), to: "garbage")
      )
    )
  }

  func makePlayer() async throws -> any Player {
    let engine = try MPVEngine(configuration: .init(output: .null))
    engines.withLock { $0.append(engine) }
    return URLPlayer(engine: engine)
  }

  func cleanUp() async {
    for engine in engines.withLock(\.self) { await engine.close() }
  }
}
