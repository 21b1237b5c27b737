import Foundation
import PlayerKit

// Overlaps of two tracks.
extension MPVCore {
  /// Whether the load may be faded into: not behind its neighbour on the album, and only where its
  /// bytes, and those of what is before, are at hand.
  func canOverlap(_ load: EngineLoad, after current: LoadID) -> Bool {
    guard !load.album.continuesPrevious, let current = loads[current] else { return false }
    return [load, current].allSatisfy { $0.clip == nil && $0.source.isAtHand }
  }

  func render(_ bridge: Entry, tail: LoadID, head: LoadID, _ plan: Overlap.Plan) {
    guard let tail = loads[tail], let head = loads[head] else { return rendered(bridge, nil) }
    let renderer = OverlapRenderer(
      tail: .init(
        source: tail.source,
        isInAlbum: tail.album.isInOrder,
        mp3: playingMP3(of: tail.id)
      ),
      head: .init(source: head.source, isInAlbum: head.album.isInOrder),
      plan: plan,
      loudness: loudness,
      sampleRate: configuration.sampleRate,
      sources: sources,
      deadline: .now + min(plan.time, .seconds(60)) / max(speed, 1),
      cancellation: renderings
    )
    renderings.start(renderer) { [self, executor] result in
      executor.submit { self.assumeIsolated { $0.rendered(bridge, result) } }
    }
  }

  private var speed: Double { handle.double("speed") ?? 1 }

  private func rendered(_ bridge: Entry, _ result: (Overlap.Rendered, wav: [UInt8])?) {
    if let result {
      registry.add(bridge, source: MemoryByteSource(result.wav))
      bridges.insert(bridge)
    }
    let reading = reading()
    run { $0.rendered(bridge, result?.0, reading) }
  }

  func setEnd(of entry: Entry, to position: Duration?) {
    earlyEnds[entry] = position
    guard playingEntry == entry else { return }
    setLocal("end", end(of: entry).map { "\($0)" } ?? "none")
  }

  /// Where libmpv is to end an entry, in seconds on its clock; `nil`: where it does by itself.
  func end(of entry: Entry) -> Double? {
    let extent = extent(of: entry)
    let early = earlyEnds[entry].map {
      extent.time(of: $0).seconds + 0.5 / Double(configuration.sampleRate)
    }
    return early ?? extent.end
  }
}

extension MediaSource {
  var isAtHand: Bool {
    switch location {
    case .file, .bytes: true
    case .remote: false
    }
  }
}
