import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

/// A queue that plays a track with chapters and lyrics, and compares their events with the sound.
struct HeardParts {
  /// The starts of loud sections, in seconds. Each lasts half a second, and is preceded by silence.
  /// The first is late, because the engine needs some real time to load and to seek.
  private static let beginnings = [4.0, 5.0, 6.0]

  enum Kind: CaseIterable {
    case chapter, line
  }

  private struct Part {
    let kind: Kind
    let index: Int
    let instant: MonotonicInstant
  }

  let queue: QueuePlayer
  private let heard = Recorded<Part>()
  private let listener: Listener

  init(engine: MPVEngine, clock: some PlaybackClock, in sandbox: Sandbox) throws {
    queue = QueuePlayer(players: [URLPlayer(engine: engine, clock: clock)], clock: clock)
    listener = Listener(heard: heard)
    queue.addSendableObserver(listener, positionInterval: nil)
    let path = try sandbox.write(Self.signal.wav(rate: Signal.rate, channels: 2), to: "a.wav")
    var metadata = TrackMetadata(title: "a", artist: "b")
    metadata.chapters = Self.beginnings.map { Chapter(start: .seconds($0)) }
    try queue.set([URLTrack(path: path, metadata: metadata)])
    let lines = Self.beginnings.map { Lyrics.Line(start: .seconds($0), text: "\($0)") }
    queue.lyricsSources = [FakeLyricsSource([path: Lyrics(lines)])]
    queue.wantsLyrics = true
  }

  private static let signal: Signal = {
    var samples = [Int16](repeating: 0, count: Signal.rate * 2 * 8)
    for beginning in beginnings {
      let first = Int(beginning * Double(Signal.rate))
      for frame in first..<first + Signal.rate / 2 {
        let isUp = frame / 200 % 2 == 0
        samples[frame * 2] = isUp ? 12_000 : -12_000
        samples[frame * 2 + 1] = samples[frame * 2]
      }
    }
    return Signal(samples: samples)
  }()

  /// Whether it plays, within a second after `position`.
  func plays(from position: Duration) -> Bool {
    queue.state == .play && (position..<position + .seconds(1)).contains(queue.position)
  }

  /// The events of one kind, in order, compared with a recording.
  struct Told {
    let kind: Kind
    let indices: [Int]
    /// The delay of each event after its first sample, in milliseconds.
    let delays: [Double]
  }

  /// Compares the events with a recording.
  ///
  /// Until a seek is settled, the old sound continues. Sections that start in it are not reported.
  ///
  /// - Parameter frame: Returns the frame of the recording at an instant.
  /// - Returns: One value for each kind.
  func told(in recording: Signal, frame: (MonotonicInstant) -> Int) async -> [Told] {
    await queue.events.delivered()
    let onsets = onsets(in: recording)
    return Kind.allCases.map { kind in
      let parts = heard.elements.filter { $0.kind == kind }
      let delays = parts.map { part in
        let frame = frame(part.instant)
        let onset = onsets.min { abs($0 - frame) < abs($1 - frame) } ?? 0
        return Double(frame - onset) / Double(Signal.rate) * 1_000
      }
      return Told(kind: kind, indices: parts.map(\.index), delays: delays)
    }
  }

  /// The frames at which a loud section starts after silence.
  private func onsets(in recording: Signal) -> [Int] {
    let samples = recording.samples
    var found: [Int] = []
    var quiet = Signal.rate
    for frame in 0..<samples.count / 2 {
      if abs(Int(samples[frame * 2])) < 2_000 {
        quiet += 1
      } else {
        if quiet > Signal.rate / 10 { found.append(frame) }
        quiet = 0
      }
    }
    return found
  }

  private final class Listener: QueuePlayerObserver, Sendable {
    private let heard: Recorded<Part>

    init(heard: Recorded<Part>) {
      self.heard = heard
    }

    func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
      switch event.change {
      case .chapter(_, let index):
        heard.append(Part(kind: .chapter, index: index, instant: event.instant))
      case .line(_, let index):
        heard.append(Part(kind: .line, index: index, instant: event.instant))
      default: break  // Other events have no sound.
      }
    }
  }
}
