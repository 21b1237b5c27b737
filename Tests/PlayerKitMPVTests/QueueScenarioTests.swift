import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// The numbered acceptance scenarios with sound: a queue on the real engine.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct QueueScenarioTests {
    @Test("Play on a loading track plays on readiness without a pause in between (scenario 1)")
    func playLoadingTrackPlays() async throws {
      let show = try Show([.sweep(frames: 22_050)], on: .driven)
      show.queue.prepare()
      #expect(show.queue.state == .load)
      show.queue.play()
      #expect(show.queue.state == .loadToPlay)
      let told = try await show.wait(for: "ended")
      #expect(
        told.filter { ["play", "pause", "loadToPlay", "load"].contains($0) } == [
          "load", "loadToPlay", "play",
        ]
      )
      await show.stage.close()
    }

    @Test("Pause on a track that loads to play keeps it silent (scenario 2)")
    func pauseTrackLoadsPlay() async throws {
      let show = try Show([.sweep(frames: 22_050)], on: .file)
      show.queue.play()
      show.queue.pause()
      let told = try await show.wait(for: "pause")
      #expect(!told.contains("play"))
      #expect(try await show.stage.output().isEmpty)
    }

    @Test("A source without bytes stops the position, and playback is still wanted (scenario 3)")
    func sourceWithoutBytesStops() async throws {
      let stage = try Stage(.realTime)
      let gate = GatedBytes(Signal.sweep(frames: 44_100 * 6).wav, openFor: 44_100 * 4 * 2)
      let show = try Show(stage, [BytesTrack(source: gate)])
      show.queue.play()
      _ = try await show.wait(for: "play")
      try await show.wait(for: "starvation") {
        $0.last == "loadToPlay" && $0.contains("play")
      }
      #expect(show.queue.playback.wantsToPlay)
      #expect(show.queue.playback.anchor?.speed == 0)
      gate.open()
      try await show.wait(for: "its end") { $0.last == "play" }
      show.queue.stop()
      await stage.close()
    }

    @Test("Sound begins at the position of a seek before loading (scenario 4)")
    func seekBeforeLoadingWhere() async throws {
      let signal = Signal.sweep(frames: 44_100 * 4)
      let show = try Show([signal], on: .file)
      show.queue.seek(to: .seconds(3))
      #expect(show.queue.position == .seconds(3))
      show.queue.play()
      _ = try await show.wait(for: "ended")
      let heard = try await show.stage.output()
      #expect(heard == signal[44_100 * 3..<44_100 * 4].pcm)
    }

    @Test("Of two rapid seeks only the last completes (scenario 5)")
    func twoRapidSeeksOnly() async throws {
      let show = try Show([.sweep(frames: 44_100 * 8)], on: .driven)
      show.queue.play()
      _ = try await show.wait(for: "play")
      show.queue.seek(to: .seconds(2))
      show.queue.seek(to: .seconds(7))
      #expect(show.queue.position == .seconds(7))
      let told = try await show.wait(for: "ended")
      let sought = told.filter { $0.hasPrefix("sought") }
      #expect(sought.last == "sought 7")
      // The engine may settle the first seek before it gets the second. The queue reports neither
      // then.
      #expect(sought.count == 1)
      await show.stage.close()
    }

    @Test(
      "A pause and a seek to the end pause the queue",
      arguments: [3.95, 9],
      [true, false]
    )
    func pausedAtEnd(target: Double, isPausedFirst: Bool) async throws {
      let show = try Show([.sweep(frames: 4 * 44_100), .sweep(frames: 44_100)], on: .driven)
      show.queue.play()
      _ = try await show.wait(for: "play")
      try await show.stage.waitForPlaylist(of: 2)
      if isPausedFirst { show.queue.pause() }
      show.queue.seek(to: .seconds(target))
      show.queue.pause()
      try await show.stage.pass(.seconds(1))
      #expect(show.queue.state == .pause)
      #expect(!show.queue.playback.isBuffering)
      show.queue.play()
      try await show.wait(for: "the next track") { $0.last == "ended" }
      await show.stage.close()
    }

    @Test("After a start in the middle nothing else is heard (scenario 6)")
    func startMiddleLetsNothing() async throws {
      let parts = (0..<5).map { Signal.sweep(frames: 10_001 + $0) }
      let show = try Show(parts, on: .file, startAt: 3)
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(try await show.stage.output() == parts[3].pcm + parts[4].pcm)
      #expect(!told.contains { $0.contains("0.wav") })
    }

    @Test("One bad track among good ones is reported once and the next one plays (scenario 19)")
    func oneBadTrackAmong() async throws {
      let stage = try Stage(.file)
      let parts = [Signal.sweep(frames: 30_001), Signal.sweep(frames: 20_003)]
      let good = try parts.enumerated().map { URLTrack(path: try stage.file($1, $0)) }
      let bad = URLTrack(path: stage.sandbox.path("missing.wav"))
      let show = try Show(stage, [good[0], bad, good[1]])
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(told.filter { $0.hasPrefix("failed") } == ["failed missing.wav notFound skip"])
      #expect(try await stage.output() == parts[0].pcm + parts[1].pcm)
    }
  }
}

/// A track of bytes that the test supplies.
private struct BytesTrack: URLPlayable {
  let source: any ByteSource
  let id = "bytes"
  let metadata = TrackMetadata(title: "bytes")

  func mediaSource() throws(PlayerError) -> MediaSource {
    MediaSource(.bytes(source))
  }
}
