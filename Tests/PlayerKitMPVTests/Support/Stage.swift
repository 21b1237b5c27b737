import Foundation
import PlayerKit
import PlayerKitMPV

/// What a test with a real engine needs: a directory, a log, ids, and the engine.
struct Stage {
  let sandbox: Sandbox
  let engine: MPVEngine
  let log = ReportLog()
  private var ids = LoadIDIssuer.unique()

  /// The engine writes to the file `out.pcm`, or plays in real time to nowhere.
  init(isRealTime: Bool, networkTimeout: Duration = .seconds(10)) throws {
    sandbox = try Sandbox()
    engine = try MPVEngine(
      configuration: .init(
        output: isRealTime ? .null : .pcm(path: sandbox.path("out.pcm")),
        networkTimeout: networkTimeout
      )
    )
  }

  /// The engine plays to this output, in real time.
  init(output: MPVEngine.Output) throws {
    sandbox = try Sandbox()
    engine = try MPVEngine(configuration: .init(output: output))
  }

  mutating func nextLoad() -> LoadID { ids.nextLoad() }
  mutating func nextSeek() -> SeekID { ids.nextSeek() }

  /// What was written, once the engine is closed.
  func output() async throws -> Data {
    await engine.close()
    return try sandbox.read("out.pcm")
  }

  func wav(_ signal: Signal, _ name: String = UUID().uuidString + ".wav") throws -> MediaSource {
    MediaSource(.file(path: try sandbox.write(signal.wav, to: name)))
  }
}
