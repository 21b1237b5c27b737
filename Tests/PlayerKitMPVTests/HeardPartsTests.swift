import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPV

private let isWhole = ProcessInfo.processInfo.environment["HEARD_PARTS"] != nil

extension EngineTests {
  /// Chapters and lines of words are told when their first sample is taken from the engine. `make heard-parts`
  /// runs it with other speeds and with seeks.
  @Suite(.timeLimit(.minutes(5)))
  struct HeardPartsTests {
    /// When it becomes loud, in seconds; each time for half a second, out of silence. The engine needs some
    /// real time to load and to seek: so nothing begins soon.
    private static let beginnings = [4.0, 5.0, 6.0]

    private let sandbox: Sandbox
    private let sink: PipeSink
    private let engine: MPVEngine
    private let queue: QueuePlayer
    private let heard = Recorded<(name: String, instant: MonotonicInstant)>()
    private let listener: Listener

    init() throws {
      sandbox = try Sandbox()
      sink = try PipeSink(in: sandbox)
      engine = try MPVEngine(
        configuration: .init(output: .pcm(path: sink.path), clock: sink.clock)
      )
      queue = QueuePlayer(
        players: [URLPlayer(engine: engine, clock: sink.clock)],
        clock: sink.clock
      )
      listener = Listener(heard: heard)
      queue.addSendableObserver(listener, positionInterval: nil)
      let path = try sandbox.write(Self.signal.wav(rate: PipeSink.rate, channels: 2), to: "a.wav")
      var metadata = TrackMetadata(title: "a", artist: "b")
      metadata.chapters = Self.beginnings.map { Chapter(start: .seconds($0)) }
      try queue.set([URLTrack(path: path, metadata: metadata)])
      let lines = Self.beginnings.map { Lyrics.Line(start: .seconds($0), text: "\($0)") }
      queue.lyricsSources = [FakeLyricsSource([path: Lyrics(lines)])]
      queue.wantsLyrics = true
    }

    private static let signal: Signal = {
      var samples = [Int16](repeating: 0, count: PipeSink.rate * 2 * 8)
      for beginning in beginnings {
        let first = Int(beginning * Double(PipeSink.rate))
        for frame in first..<first + PipeSink.rate / 2 {
          let isUp = frame / 200 % 2 == 0
          samples[frame * 2] = isUp ? 12_000 : -12_000
          samples[frame * 2 + 1] = samples[frame * 2]
        }
      }
      return Signal(samples: samples)
    }()

    /// Plays with the words there, does more, and ends the engine.
    private func play(_ more: () async throws -> Void) async throws {
      queue.play()
      let result: Result<Void, any Error>
      do {
        try await sink.take(of: engine, isCalm: true) { queue.state == .play }
        try await eventually("the words are there") { queue.status.lyrics != nil }
        result = .success(try await more())
      } catch {
        result = .failure(error)
      }
      queue.stop()
      await sink.drain(engine)
      try result.get()
    }

    /// The frames of the recording at which it becomes loud after a while of silence.
    private func onsets() -> [Int] {
      let samples = sink.signal.samples
      var found: [Int] = []
      var quiet = PipeSink.rate
      for frame in 0..<samples.count / 2 {
        if abs(Int(samples[frame * 2])) < 2_000 {
          quiet += 1
        } else {
          if quiet > PipeSink.rate / 10 { found.append(frame) }
          quiet = 0
        }
      }
      return found
    }

    private func check(_ expected: [Int]) async {
      await queue.events.delivered()
      // Until a seek is settled, what was before it sounds on: that may begin, too, and is not told.
      let onsets = onsets()
      #expect(onsets.count >= expected.count)
      for kind in ["chapter", "line"] {
        let told = heard.elements.filter { $0.name.hasPrefix(kind) }
        #expect(told.map(\.name) == expected.map { "\(kind) \($0)" })
        for (name, instant) in told {
          let frame = sink.frame(at: instant)
          let onset = onsets.min { abs($0 - frame) < abs($1 - frame) } ?? 0
          let late = Double(frame - onset) / Double(PipeSink.rate) * 1_000
          print("\(name): told \(Int(late.rounded())) ms behind its first sample")
          #expect(abs(late) <= 50)
        }
      }
    }

    @Test(arguments: isWhole ? [1.0, 1.5, 0.75] : [1.0])
    func `Each is told within 50 ms of its first sample, at any speed`(rate: Double) async throws {
      queue.rate = rate
      try await play { try await sink.take(of: engine) { queue.position > .milliseconds(6_400) } }
      await check([0, 1, 2])
    }

    // While it seeks, the engine needs real time, and more of the sound before may pass than is good.
    @Test(.enabled(if: isWhole))
    func `Each is told within 50 ms of its first sample, behind seeks`() async throws {
      try await play {
        try await seek(to: .milliseconds(2_500))
        try await sink.take(of: engine) { queue.position > .milliseconds(5_200) }
        try await seek(to: .milliseconds(2_000))
        try await sink.take(of: engine) { queue.position > .milliseconds(6_400) }
      }
      await check([0, 1, 0, 1, 2])
    }

    private func seek(to position: Duration) async throws {
      queue.seek(to: position)
      try await sink.take(of: engine, isCalm: true) { queue.state == .play }
    }

    private final class Listener: QueuePlayerObserver, Sendable {
      let heard: Recorded<(name: String, instant: MonotonicInstant)>

      init(heard: Recorded<(name: String, instant: MonotonicInstant)>) {
        self.heard = heard
      }

      func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
        switch event.change {
        case .chapter(_, let index): heard.append(("chapter \(index)", event.instant))
        case .line(_, let index): heard.append(("line \(index)", event.instant))
        default: break  // nothing that is heard
        }
      }
    }
  }
}
