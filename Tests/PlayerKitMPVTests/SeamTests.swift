import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// One signal, cut into a FLAC and a WAV at a sample other than a multiple of any frame size.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct SeamTests {
    private static let cut = 30_011
    private let signal = Signal.integer(frames: 60_000)

    private func output(
      stage: Stage,
      first: MediaSource,
      second: MediaSource,
      ids: (LoadID, LoadID)
    ) async throws -> Data {
      stage.engine.load(stage.log.makeLoad(ids.0, first, isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(ids.1, second), after: ids.0)
      stage.engine.setPlaying(true, load: ids.0)
      #expect(try await stage.end(of: ids.1) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: ids.0).last == .ended(followedBy: ids.1))
      return try await stage.output()
    }

    @Test("A FLAC and a WAV sound like the uncut signal, byte for byte")
    func flacWavSoundUncut() async throws {
      var stage = try Stage(.file)
      let flac = try stage.sandbox.write(Fixture.data("seam-a.flac"), to: "a.flac")
      let result = try await output(
        stage: stage,
        first: MediaSource(.file(path: flac)),
        second: try stage.wav(signal[Self.cut..<60_000]),
        ids: (stage.nextLoad(), stage.nextLoad())
      )
      #expect(result == signal.pcm)
    }

    @Test("A FLAC and a WAV over http sound like the uncut signal")
    func sameOverHttp() async throws {
      var stage = try Stage(.file)
      let flac = try Fixture.data("seam-a.flac")
      let wav = signal[Self.cut..<60_000].wav
      let server = try LoopbackServer { .part($0.target == "/a" ? flac : wav, $0) }
      let result = try await output(
        stage: stage,
        first: MediaSource(.remote(server.url("/a"))),
        second: MediaSource(.remote(server.url("/b"))),
        ids: (stage.nextLoad(), stage.nextLoad())
      )
      #expect(result == signal.pcm)
    }

    @Test("A missing sample is noticed")
    func sampleFewNoticed() async throws {
      var stage = try Stage(.file)
      let flac = try stage.sandbox.write(Fixture.data("seam-a.flac"), to: "a.flac")
      let result = try await output(
        stage: stage,
        first: MediaSource(.file(path: flac)),
        second: try stage.wav(signal[Self.cut + 1..<60_000]),
        ids: (stage.nextLoad(), stage.nextLoad())
      )
      #expect(result != signal.pcm)
    }

    @Test("A FLAC that was cut is interrupted")
    func flacCutInterrupted() async throws {
      var stage = try Stage(.file)
      let flac = try Fixture.data("seam-a.flac")
      let path = try stage.sandbox.write(flac.prefix(flac.count / 2), to: "a.flac")
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.file(path: path))))
      #expect(try await stage.end(of: id).failure?.code == .interrupted)
      await stage.close()
    }
  }
}
