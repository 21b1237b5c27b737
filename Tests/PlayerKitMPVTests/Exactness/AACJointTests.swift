import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// AAC is coded in packets, and the last one is padded. The next track must begin where the audio
  /// ends nevertheless.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct AACJointTests {
    private let second = Signal.integer(frames: 40_000)

    /// The sound of two media in a row.
    private func output(
      _ stage: inout Stage,
      _ first: MediaSource,
      _ second: MediaSource,
      from position: Duration = .zero
    ) async throws -> Data {
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, first, at: position, isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(b, second), after: a)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: b))
      return try await stage.output()
    }

    private func file(_ data: Data, _ stage: Stage, _ name: String = "a.m4a") throws -> MediaSource
    {
      MediaSource(.file(path: try stage.sandbox.write(data, to: name)))
    }

    /// The number of surplus frames between the first part of the signal and the second media, or
    /// `nil` if the second one does not sound whole.
    private func surplus(_ data: Data, at start: Int = 0) -> Int? {
      guard data.suffix(second.pcm.count) == second.pcm else { return nil }
      return data.count / 4 - second.frames - (AAC.cut - start)
    }

    @Test("The next load begins when the audio ends", arguments: AAC.Account.exact)
    func whatFollowsBeginsWhere(account: AAC.Account) async throws {
      var stage = try Stage(.file)
      let source = try file(account.data, stage)
      let data = try await output(&stage, source, try stage.wav(second))
      #expect(surplus(data) == 0)
      #expect(Signal(pcm: data).offset(of: AAC.signal, at: 2_000) == 0)
      #expect(Signal(pcm: data).offset(of: AAC.signal, at: AAC.cut - 2_048) == 0)
      let media = stage.log.lines.compactMap { line -> LoadedMedia? in
        if case .loaded(let media) = line.report { media } else { nil }
      }
      let duration = try #require(media.first?.duration)
      #expect(abs(duration / .seconds(1) * 44_100 - Double(AAC.cut)) < 0.01)
    }

    @Test("An edit list with milliseconds alone is exact to the millisecond")
    func editListMillisecondsAlone() async throws {
      var stage = try Stage(.file)
      let source = try file(AAC.Account.coarse.data, stage)
      let data = try await output(&stage, source, try stage.wav(second))
      let surplus = try #require(self.surplus(data))
      #expect(abs(surplus) <= 44, "\(surplus)")
    }

    /// The control: shows that these tests detect an engine that does not count.
    @Test("Without any count the padding is heard, and noticed")
    func withoutAnyAccountPadding() async throws {
      var stage = try Stage(.file)
      let source = try file(AAC.Account.none.data, stage)
      let data = try await output(&stage, source, try stage.wav(second))
      #expect(surplus(data) == 1_024 + 709)
      #expect(Signal(pcm: data).offset(of: AAC.signal, at: 2_000) == 1_024)
    }

    @Test("Two halves of one signal, both AAC, sound like the uncut signal")
    func twoHalvesOneSignal() async throws {
      var stage = try Stage(.file)
      let first = try file(AAC.Account.tagAndEdit.data, stage)
      let last = try file(Fixture.data("aac-b-tag-edit.m4a"), stage, "b.m4a")
      let result = Signal(pcm: try await output(&stage, first, last))
      #expect(result.frames == AAC.signal.frames)
      for start in [2_000, AAC.cut - 2_048, AAC.cut, 57_000] {
        #expect(result.offset(of: AAC.signal, at: start) == 0, "\(start)")
      }
    }

    @Test("A next AAC file begins and ends exactly too", arguments: AAC.Account.exact)
    func aacFileFollowsBegins(
      account: AAC.Account
    ) async throws {
      var stage = try Stage(.file)
      let source = try file(account.data, stage)
      let data = try await output(&stage, try stage.wav(second), source)
      #expect(data.prefix(second.pcm.count) == second.pcm)
      let rest = Signal(pcm: Data(data.dropFirst(second.pcm.count)))
      #expect(rest.frames == AAC.cut)
      #expect(rest.offset(of: AAC.signal, at: 2_000) == 0)
    }

    @Test(
      "AAC over http is exact, with and without range requests, in no more requests",
      arguments: AAC.Account.exact,
      [true, false]
    )
    func sameOverHttpWithout(
      account: AAC.Account,
      servesParts: Bool
    ) async throws {
      let body = try account.data
      let server = try LoopbackServer { servesParts ? .part(body, $0) : .whole(body) }
      var stage = try Stage(.file)
      let source = MediaSource(.remote(server.url("/a.m4a")))
      #expect(surplus(try await output(&stage, source, try stage.wav(second))) == 0)
      #expect(server.requests.count == 1)
    }

    @Test("AAC from the app's bytes is exact")
    func sameFromBytesApp() async throws {
      var stage = try Stage(.file)
      let bytes = GatedBytes(try AAC.Account.edit.data, openFor: .max)
      let source = MediaSource(.bytes(bytes))
      #expect(surplus(try await output(&stage, source, try stage.wav(second))) == 0)
    }

    @Test("AAC at another sample rate is exact")
    func sameAnotherSampleRate() async throws {
      var stage = try Stage(.file)
      let source = try file(Fixture.data("aac-a48-tag-edit.m4a"), stage)
      let data = try await output(&stage, source, try stage.wav(second))
      #expect(data.suffix(second.pcm.count) == second.pcm)
      let frames = Double(data.count / 4 - second.frames)
      #expect(abs(frames - Double(AAC.cut) * 44_100 / 48_000) <= 1, "\(frames)")
    }

    @Test("A seek to shortly before the end ends exactly too", arguments: AAC.Account.exact)
    func seekShortlyBeforeEnd(account: AAC.Account) async throws {
      var stage = try Stage(.file)
      let source = try file(account.data, stage)
      let start = 26_460
      let data = try await output(&stage, source, try stage.wav(second), from: .milliseconds(600))
      #expect(surplus(data, at: start) == 0)
      let rest = AAC.signal[start..<60_000]
      #expect(Signal(pcm: data).offset(of: rest, at: 1_000) == 0)
    }

    @Test("A seek to the end or past it ends the track", arguments: [0.68053, 0.69, 5])
    func seekEndOrBehind(seconds: Double) async throws {
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try file(AAC.Account.tag.data, stage)))
      try await stage.wait(for: id) { $0.isLoaded }
      stage.engine.seek(to: .seconds(seconds), id: stage.nextSeek(), load: id)
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let last = stage.log.reports(of: id).compactMap(\.anchor).last
      let position = try #require(last).position
      #expect(position < .seconds(seconds) + .milliseconds(1))
      await stage.close()
    }

    @Test("A second load of the same file ends exactly too, and nothing else is cut")
    func secondLoadSameFile() async throws {
      var stage = try Stage(.file)
      let source = try file(AAC.Account.tag.data, stage)
      for _ in 0..<2 {
        let (a, b) = (stage.nextLoad(), stage.nextLoad())
        stage.engine.load(stage.log.makeLoad(a, source, isPlaying: false))
        stage.engine.setNext(stage.log.makeLoad(b, try stage.wav(second)), after: a)
        stage.engine.setPlaying(true, load: a)
        #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      }
      let data = try await stage.output()
      let half = data.count / 2
      #expect(surplus(Data(data.prefix(half))) == 0)
      #expect(surplus(Data(data.suffix(half))) == 0)
    }

    /// The last two are more than an encoder's maximum padding of 4,096 samples.
    @Test(
      "An impossible count is ignored",
      arguments: [AAC.cut + 5_000, 1, AAC.cut - 4_000]
    )
    func countCantRightFollowed(count: Int) async throws {
      var stage = try Stage(.file)
      let source = try file(AAC.counted(.tag, as: count), stage)
      let data = try await output(&stage, source, try stage.wav(second))
      #expect(surplus(data) == 709)
    }

    @Test("A file that was cut is interrupted there")
    func fileCutInterruptedWhere() async throws {
      var stage = try Stage(.file)
      let source = try file(AAC.Account.tag.data.prefix(6_000), stage)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, source))
      #expect(try await stage.end(of: id).failure?.code == .interrupted)
      let frames = try await stage.output().count / 4
      #expect(frames > 10_000 && frames < 25_000, "\(frames)")
    }
  }
}
