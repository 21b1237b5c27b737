#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the parts of a stream on demand begin, in seconds from its beginning. Pure.
///
/// The playlist's lengths are rounded; what the parts say themselves is exact. Where a part tells nothing,
/// and none before it is known either, the playlist's lengths count, moved to where a frame begins.
struct HLSTimes: Sendable {
  private struct Known: Sendable {
    var start: Double
    var timing: HLSAssembler.Timing
  }

  private var parts: [HLSMediaPlaylist.Part] = []
  private var estimates: [Double] = []
  private var known: [Int64: Known] = [:]
  /// How long all parts are by the playlist.
  private(set) var estimatedDuration = 0.0

  init() {}

  /// Takes a playlist; what is known of its parts stays.
  mutating func use(_ playlist: HLSMediaPlaylist) {
    parts = playlist.parts
    var sum = 0.0
    estimates = parts.map { part in
      defer { sum += part.duration.seconds }
      return sum
    }
    estimatedDuration = sum
  }

  private var first: Int64 { parts.first?.number ?? 0 }

  /// How long all is, as well as that is known.
  var duration: Double {
    guard let last = parts.last, let known = known[last.number], let length = known.timing.duration
    else { return estimatedDuration }
    return known.start + length
  }

  /// How far ahead of a place decoding begins: what a decoder gives out first is not right yet.
  private static let preroll = 0.25

  /// The part to begin with, so that a place is heard.
  func part(for position: Double) -> Int64 {
    let target = position - Self.preroll
    let index = parts.indices.last { start(at: $0) <= target } ?? 0
    return first + Int64(index)
  }

  private func start(at index: Int) -> Double {
    known[parts[index].number]?.start ?? estimates[index]
  }

  /// Whether what begins at a place includes what a decoder needs before a position.
  func begins(_ start: Double, early enough: Double) -> Bool { start <= enough - Self.preroll / 2 }

  /// The part whose time has to be known to tell where another one begins; `nil`: none helps.
  func reference(for number: Int64) -> Int64? {
    guard number != first, known[number] == nil, known[number - 1]?.timing.duration == nil,
      let part = part(number), let head = parts.first, !head.isGap,
      part.discontinuities == head.discontinuities, known[first] == nil
    else { return nil }
    return first
  }

  func start(of number: Int64) -> Double? { known[number]?.start }

  /// Notes what a part says of itself.
  mutating func pass(_ number: Int64, _ timing: HLSAssembler.Timing) {
    guard let part = part(number) else { return }
    known[number] = Known(start: start(of: part, timing), timing: timing)
  }

  private func part(_ number: Int64) -> HLSMediaPlaylist.Part? {
    let index = number - first
    return index >= 0 && index < Int64(parts.count) ? parts[Int(index)] : nil
  }

  private func start(of part: HLSMediaPlaylist.Part, _ timing: HLSAssembler.Timing) -> Double {
    if part.number == first { return 0 }
    if let start = known[part.number]?.start { return start }
    if let timestamp = timing.timestamp, let near = nearest(part), let own = near.timing.timestamp {
      return near.start + Self.snapped(Self.distance(from: own, to: timestamp, timing), timing)
    }
    if let before = known[part.number - 1], let length = before.timing.duration {
      return before.start + length
    }
    return Self.snapped(estimates[Int(part.number - first)], timing)
  }

  /// What is known of a part with the same clock.
  private func nearest(_ part: HLSMediaPlaylist.Part) -> Known? {
    known.filter { number, known in
      known.timing.timestamp != nil
        && self.part(number)?.discontinuities == part.discontinuities
    }.min { abs($0.key - part.number) < abs($1.key - part.number) }?.value
  }

  private static func distance(
    from first: Double,
    to second: Double,
    _ timing: HLSAssembler.Timing
  ) -> Double {
    let distance = second - first
    guard let turn = timing.turn else { return distance }
    return distance - (distance / turn).rounded() * turn
  }

  private static func snapped(_ time: Double, _ timing: HLSAssembler.Timing) -> Double {
    guard let grid = timing.grid, grid > 0 else { return time }
    return (time / grid).rounded() * grid
  }
}
