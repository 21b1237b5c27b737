import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Plays two tracks to a file, with a crossfade.
struct FadeStage {
  struct Track {
    var source: MediaSource
    var clip: Clip?

    init(_ source: MediaSource, clip: Clip? = nil) {
      self.source = source
      self.clip = clip
    }
  }

  var stage: Stage
  let one: LoadID
  let two: LoadID

  init(_ crossfade: Double = 1.5, networkTimeout: Duration = .seconds(10)) throws {
    stage = try Stage(.file, networkTimeout: networkTimeout)
    one = stage.nextLoad()
    two = stage.nextLoad()
    stage.engine.setOutput(Self.settings(crossfade))
  }

  static func settings(_ crossfade: Double) -> OutputSettings {
    var settings = OutputSettings()
    settings.crossfade = .seconds(crossfade)
    return settings
  }

  /// Loads both tracks, without playing yet.
  func prepare(_ first: Track, _ second: Track) {
    stage.engine.load(stage.log.makeLoad(one, first.source, clip: first.clip, isPlaying: false))
    stage.engine.setNext(stage.log.makeLoad(two, second.source, clip: second.clip), after: one)
  }

  /// Changes the settings once the next track is in libmpv's playlist. Returns when it is there
  /// again.
  func change(to settings: OutputSettings) async throws {
    let old = await stage.engine.appendedEntry
    stage.engine.setOutput(settings)
    try await stage.wait(for: "the next load to be appended again") {
      await stage.engine.appendedEntry.map { $0 != old } == true
    }
  }

  /// Plays both tracks once the second one is in libmpv's playlist.
  func finish(isFaded: Bool) async throws -> Signal {
    try await stage.waitForPlaylist(of: isFaded ? 3 : 2)
    stage.engine.setPlaying(true, load: one)
    #expect(try await stage.end(of: two) == .ended(followedBy: nil))
    #expect(stage.log.reports(of: one).last == .ended(followedBy: two))
    return Signal(pcm: try await stage.output())
  }
}

extension Signal {
  var values: [Double] { samples.map(Double.init) }

  /// The largest error, or `nil` if the length differs.
  func error(from reference: [Double]) -> Double? {
    guard samples.count == reference.count else { return nil }
    return zip(samples, reference).map { abs(Double($0) - $1) }.max()
  }

  /// The expected sound of two signals that overlap by this many frames.
  static func mix(_ a: [Double], _ b: [Double], _ count: Int) -> [Double] {
    let (start, end) = (a.count - count * 2, count * 2)
    let overlap = (0..<end).map { index in
      let angle = (Double(index / 2) + 0.5) / Double(count) * .pi / 2
      return a[start + index] * cos(angle) + b[index] * sin(angle)
    }
    return a[..<start] + overlap + b[end...]
  }
}
