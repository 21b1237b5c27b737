import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitSystem
import TestSupport
import Testing

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct HandOverTests {
    /// 1.2 s, and a possible next track.
    let first = Signal.sweep(frames: 52_920)
    let second = Signal.sweep(frames: 22_050)

    /// Acts when libmpv has begun `next`, some tenths of a second before it sounds.
    private func whenCommitted(
      _ stage: Stage,
      _ next: LoadID,
      _ body: @escaping @Sendable (MPVEngine) -> Void
    ) {
      stage.log.once(next, \.isLoaded) { [engine = stage.engine] in body(engine) }
    }

    @Test("A next load set too late still follows, and the replaced one is never heard")
    func whatSaidLateStill() async throws {
      var stage = try Stage(.driven)
      let (a, old, new) = (stage.nextLoad(), stage.nextLoad(), stage.nextLoad())
      let late = stage.log.makeLoad(new, try stage.wav(second))
      whenCommitted(stage, old) { $0.setNext(late, after: a) }
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(first)))
      stage.engine.setNext(stage.log.makeLoad(old, try stage.wav(second)), after: a)
      #expect(try await stage.end(of: new) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: new))
      #expect(stage.log.reports(of: old).last == .superseded)
      #expect(!stage.log.reports(of: old).contains { $0.isStarted })
      let heard = try stage.heard(of: a, before: new)
      // After the whole tail, and soon.
      #expect(
        heard > .milliseconds(1_200) - Stage.maximumLead && heard < .milliseconds(1_400),
        "\(heard)"
      )
      await stage.close()
    }

    @Test("If the next load is removed too late, nothing follows")
    func nothingFollowsWhereSaid() async throws {
      var stage = try Stage(.driven)
      let (a, old) = (stage.nextLoad(), stage.nextLoad())
      whenCommitted(stage, old) { $0.setNext(nil, after: a) }
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(first)))
      stage.engine.setNext(stage.log.makeLoad(old, try stage.wav(second)), after: a)
      #expect(try await stage.end(of: a) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: old).last == .superseded)
      #expect(!stage.log.reports(of: old).contains { $0.isStarted })
      await stage.close()
    }

    @Test("A seek back while the tail is heard returns to the same load")
    func seekBackWhileTail() async throws {
      var stage = try Stage(.driven)
      let (a, b, seek) = (stage.nextLoad(), stage.nextLoad(), stage.nextSeek())
      let asked = Locked<MonotonicInstant?>(nil)
      whenCommitted(stage, b) { [clock = stage.clock] engine in
        asked.withLock { $0 = clock.now }
        engine.seek(to: .milliseconds(500), id: seek, load: a)
      }
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(first)))
      stage.engine.setNext(stage.log.makeLoad(b, try stage.wav(second)), after: a)
      let settled = try await stage.wait(for: a) { $0.isSeekCompleted }
      let instant = try #require(asked.withLock { $0 })
      #expect(try #require(settled.anchor).isFrom(.milliseconds(500), asked: instant))
      #expect(try await stage.end(of: a) == .ended(followedBy: b))
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      let started = try #require(stage.log.reports(of: b).first { $0.isStarted }?.anchor)
      let back = try #require(settled.anchor)
      let heard = back.position(at: started.instant) - started.position
      #expect(abs((heard - .milliseconds(1_200)).seconds) < 0.07, "\(heard)")
      await stage.close()
    }

    @Test("A pause while the tail is heard delays the next load")
    func pauseWhileTailSounds() async throws {
      var stage = try Stage(.driven)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      whenCommitted(stage, b) { $0.setPlaying(false, load: a) }
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(first)))
      stage.engine.setNext(stage.log.makeLoad(b, try stage.wav(second)), after: a)
      let paused = try await stage.wait(for: a) { $0.isPosition && $0.anchor?.speed == 0 }
      try await stage.pass(.milliseconds(50))
      stage.engine.setPlaying(true, load: a)
      let pause = try #require(paused.anchor)
      let resumed = try await stage.wait(for: a) {
        $0.isPosition && $0.anchor.map { $0.speed == 1 && $0.instant > pause.instant } == true
      }
      #expect(paused.anchor?.position == resumed.anchor?.position)
      #expect(try await stage.end(of: a) == .ended(followedBy: b))
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      await stage.close()
    }

    @Test("A load that does not begin at 0 follows the whole tail")
    func whatBeginsElsewhereThan() async throws {
      var stage = try Stage(.file)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(first), isPlaying: false))
      stage.engine.setNext(
        stage.log.makeLoad(b, try stage.wav(second), at: .milliseconds(100)),
        after: a
      )
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: b))
      #expect(try await stage.output() == first.pcm + second[4_410..<22_050].pcm)
    }

    @Test("A next load that can't be opened fails, and the current one keeps playing")
    func oneCannotOpenedFails() async throws {
      var stage = try Stage(.file)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(first), isPlaying: false))
      let missing = MediaSource(.file(path: stage.sandbox.path("missing")))
      stage.engine.setNext(stage.log.makeLoad(b, missing), after: a)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: b).failure?.code == .notFound)
      #expect(try await stage.end(of: a) == .ended(followedBy: nil))
      #expect(try await stage.output() == first.pcm)
    }

    @Test("Many loads follow each other as one")
    func manyFollowEachOther() async throws {
      var stage = try Stage(.file)
      let signal = Signal.sweep(frames: 100_000)
      let cuts = [0, 30_001, 30_500, 61_111, 70_007, 100_000]
      // Decoding is faster than the test. If a load ends before it gets its next one, the test
      // loads the next one itself, as a queue would.
      var last: LoadID?
      for (start, end) in zip(cuts, cuts.dropFirst()) {
        let source = try stage.wav(signal[start..<end])
        let id = stage.nextLoad()
        if let before = last {
          stage.engine.setNext(stage.log.makeLoad(id, source), after: before)
          stage.engine.setPlaying(true, load: before)
          if try await stage.end(of: before) == .ended(followedBy: nil) {
            #expect(try await stage.end(of: id) == .superseded)
            last = stage.nextLoad()
            stage.engine.load(stage.log.makeLoad(try #require(last), source))
          } else {
            last = id
          }
        } else {
          stage.engine.load(stage.log.makeLoad(id, source, isPlaying: false))
          last = id
        }
      }
      #expect(try await stage.end(of: try #require(last)) == .ended(followedBy: nil))
      #expect(try await stage.output() == signal.pcm)
    }
  }
}
