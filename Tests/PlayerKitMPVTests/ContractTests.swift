import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import Testing

extension EngineTests {
  /// What every engine keeps, kept by this one.
  @Suite(.timeLimit(.minutes(2)))
  struct ContractTests {
    @Test(arguments: AudioEngineContract.checks)
    func `The engine keeps the contract`(check: AudioEngineContract.Check) async throws {
      try await check.run(on: MPVHarness())
    }
  }
}

/// Makes engines that play in real time to nowhere.
private final class MPVHarness: AudioEngineHarness {
  let samples: AudioEngineSamples
  private let sandbox: Sandbox

  init() throws {
    let sandbox = try Sandbox()
    func sample(_ name: String, seconds: Int) throws -> AudioEngineSamples.Sample {
      let wav = Signal.integer(frames: seconds * Signal.rate).wav
      return .init(
        MediaSource(.file(path: try sandbox.write(wav, to: name))),
        duration: .seconds(seconds)
      )
    }
    self.sandbox = sandbox
    samples = AudioEngineSamples(
      short: try sample("short.wav", seconds: 1),
      other: try sample("other.wav", seconds: 1),
      long: try sample("long.wav", seconds: 20),
      missing: MediaSource(.file(path: sandbox.path("missing.wav"))),
      garbage: MediaSource(
        .file(path: try sandbox.write(Data("no audio at all".utf8), to: "garbage"))
      )
    )
  }

  func makeEngine() async throws -> any AudioEngine {
    try MPVEngine(configuration: .init(output: .null))
  }
}
