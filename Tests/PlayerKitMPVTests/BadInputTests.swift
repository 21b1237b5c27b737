import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct BadInputTests {
    private func outcome(_ source: (Stage) throws -> MediaSource) async throws -> [LoadEvent] {
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try source(stage)))
      try await stage.end(of: id)
      await stage.close()
      return stage.log.reports(of: id)
    }

    private func file(_ data: Data) async throws -> [LoadEvent] {
      try await outcome { MediaSource(.file(path: try $0.sandbox.write(data, to: "a"))) }
    }

    @Test("A missing file is not found")
    func missingFileFound() async throws {
      let reports = try await outcome { MediaSource(.file(path: $0.sandbox.path("missing"))) }
      #expect(reports.map { $0.failure?.code } == [.notFound])
      #expect(reports.last?.failure?.message == "The file “missing” does not exist.")
    }

    @Test("A directory is unreadable")
    func directoryUnreadable() async throws {
      let reports = try await outcome { MediaSource(.file(path: $0.sandbox.root.path)) }
      #expect(reports.map { $0.failure?.code } == [.unreadable])
    }

    @Test(
      "Bytes without audio are an unsupported format",
      arguments: [
        Data(), Data("<!DOCTYPE html><html></html>".utf8),
        Data((0..<9_999).map { UInt8($0 * $0 % 251) }),
        Data("RIFF".utf8), Data(count: 100_000),
      ]
    )
    func bytesNoAudioUnsupported(data: Data) async throws {
      let reports = try await file(data)
      #expect(reports.map { $0.failure?.code } == [.unsupportedFormat])
    }

    @Test("A file that ends before its declared length is interrupted")
    func fileEndsBeforeLength() async throws {
      let reports = try await file(Signal.sweep(frames: 100_000).wav.prefix(200_000))
      #expect(reports.last?.failure?.code == .interrupted)
    }

    @Test("A file of few samples a second plays to its end", arguments: [8_000, 11_025])
    func fileFewSamplesSecond(rate: Int) async throws {
      let reports = try await file(Signal.sweep(frames: 9_000).wav(rate: rate, channels: 1))
      #expect(reports.last == .ended(followedBy: nil))
    }

    @Test(
      "A film longer than its sound plays to the end of the sound",
      arguments: ["film.mp4", "film-fragments.mp4"]
    )
    func filmGoesBehindSound(name: String)
      async throws
    {
      let reports = try await file(Fixture.data(name))
      #expect(reports.last == .ended(followedBy: nil))
    }

    @Test(
      "A file name may be anything",
      arguments: ["with space", "q'uo\"te", "new\nline", "é–日本", "-option", "pk:", "%41"]
    )
    func fileNameMayAnything(name: String) async throws {
      let signal = Signal.sweep(frames: 4_410)
      let reports = try await outcome {
        MediaSource(.file(path: try $0.sandbox.write(signal.wav, to: name)))
      }
      #expect(reports.last == .ended(followedBy: nil))
    }

    @Test("A missing device is a failed output")
    func deviceThereFailedOutput() async throws {
      var ids = LoadIDIssuer.unique()
      let log = ReportLog()
      let sandbox = try Sandbox()
      let engine = try MPVEngine(configuration: .init(output: .device("alsa/no-such-device")))
      let id = ids.nextLoad()
      let path = try sandbox.write(Signal.sweep(frames: 4_410).wav, to: "a.wav")
      engine.load(log.makeLoad(id, MediaSource(.file(path: path))))
      #expect(try await log.end(of: id).failure?.code == .outputFailed)
      await engine.close()
    }

    @Test("An output file that can't be written is a failed output")
    func fileCannotWrittenFailed() throws {
      do throws(PlayerError) {
        _ = try MPVEngine(configuration: .init(output: .pcm(path: "/nowhere/out.pcm")))
        Issue.record("The engine was made.")
      } catch {
        #expect(error.code == .outputFailed)
      }
    }
  }
}
