import PlayerKitSystem

/// The start times of the parts of an on-demand stream, in seconds from its start. Pure.
///
/// The playlist's durations are rounded; the times in the parts are exact. If neither a part nor
/// the one before it states a time, the playlist's durations count, rounded to the start of a
/// frame.
struct HLSTimes: Sendable {
  private struct Known: Sendable {
    var start: Double
    var timing: HLSAssembler.Timing
  }

  private var parts: [HLSMediaPlaylist.Part] = []
  /// The start times by the playlist; gaps have no length, since they are skipped.
  private var estimates: [Double] = []
  /// The total length of the gaps before each part.
  private var gaps: [Double] = []
  private var known: [Int: Known] = [:]
  /// The indices of known parts, in order.
  private var knownIndexes: [Int] = []

  /// The delay before the audio, in seconds, as a stream header in the first part states it. Later
  /// streams of the same load need it too, although they may begin at another part.
  var delay = 0.0

  init() {}

  /// Uses a playlist; known times of its parts stay.
  mutating func use(_ playlist: HLSMediaPlaylist) {
    if first != playlist.parts.first?.number { (known, knownIndexes) = ([:], []) }
    parts = playlist.parts
    let count = parts.count
    known = known.filter { $0.key < count }
    knownIndexes.removeAll { $0 >= count }
    var (sum, gap) = (0.0, 0.0)
    (estimates, gaps) = ([], [])
    for part in parts {
      estimates.append(sum)
      gaps.append(gap)
      if part.isGap { gap += part.duration.seconds } else { sum += part.duration.seconds }
    }
  }

  private var first: Int64? { parts.first?.number }

  /// The total duration, from what is known so far.
  var duration: Double {
    guard let last = parts.indices.last else { return 0 }
    if let known = known[last], let length = known.timing.duration { return known.start + length }
    return estimate(at: last) + (parts[last].isGap ? 0 : parts[last].duration.seconds)
  }

  /// How far ahead of a position decoding starts: the first output of a decoder is wrong.
  private static let preroll = 0.25

  /// Returns the part to start with for a position.
  func part(for position: Double) -> Int64 {
    let target = position - Self.preroll
    let index = parts.indices.last { !parts[$0].isGap && estimate(at: $0) <= target } ?? 0
    return parts.isEmpty ? 0 : parts[index].number
  }

  /// Returns the start of a part, interpolated between known parts.
  private func estimate(at index: Int) -> Double {
    let (before, after) = neighbors(of: index)
    guard let before, let start = known[before]?.start else { return estimates[index] }
    let distance = estimates[index] - estimates[before]
    guard let after, let end = known[after]?.start, estimates[after] > estimates[before] else {
      return start + distance
    }
    return start + distance * (end - start) / (estimates[after] - estimates[before])
  }

  /// Returns the last known part up to an index, and the first one after it.
  private func neighbors(of index: Int) -> (Int?, Int?) {
    var (low, high) = (0, knownIndexes.count)
    while low < high {
      let middle = (low + high) / 2
      if knownIndexes[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return (
      low > 0 ? knownIndexes[low - 1] : nil, low < knownIndexes.count ? knownIndexes[low] : nil
    )
  }

  /// Returns whether a start leaves the decoder enough time before a position.
  func begins(_ start: Double, early enough: Double) -> Bool { start <= enough - Self.preroll / 2 }

  /// Returns the part whose time is needed to find the start of another one; `nil` if none helps.
  func reference(for number: Int64) -> Int64? {
    guard let index = index(of: number), index > 0, known[index] == nil, known[0] == nil,
      known[index - 1]?.timing.duration == nil, let head = parts.first, !head.isGap,
      parts[index].discontinuities == head.discontinuities
    else { return nil }
    return head.number
  }

  /// Returns how much media is between the end of a part and the start of a later one, in seconds.
  func distance(from earlier: Int64, to later: Int64) -> Double {
    guard let first = index(of: earlier), let second = index(of: later), first < second,
      let before = known[first], let after = known[second]
    else { return 0 }
    let length = before.timing.duration ?? parts[first].duration.seconds
    return max(after.start - before.start - length, 0)
  }

  func start(of number: Int64) -> Double? { index(of: number).flatMap { known[$0]?.start } }

  /// Records the timing of a part.
  mutating func pass(_ number: Int64, _ timing: HLSAssembler.Timing) {
    guard let index = index(of: number) else { return }
    let start = start(at: index, timing)
    if known.updateValue(Known(start: start, timing: timing), forKey: index) == nil {
      let place = knownIndexes.lastIndex { $0 < index }.map { $0 + 1 } ?? 0
      knownIndexes.insert(index, at: place)
    }
  }

  private func index(of number: Int64) -> Int? {
    guard let first, number >= first, number - first < Int64(parts.count) else { return nil }
    return Int(number - first)
  }

  private func start(at index: Int, _ timing: HLSAssembler.Timing) -> Double {
    if index == 0 { return 0 }
    if let start = known[index]?.start { return start }
    if let timestamp = timing.timestamp, let near = nearest(index), let other = known[near],
      let own = other.timing.timestamp
    {
      // Its clock also counts gaps.
      let gap = gaps[index] - gaps[near]
      let expected = estimates[index] - estimates[near] + gap
      let distance = Self.distance(from: own, to: timestamp, expected, timing) - gap
      return other.start + Self.snapped(distance, timing)
    }
    if let before = known[index - 1], let length = before.timing.duration {
      return before.start + length
    }
    return Self.snapped(estimate(at: index), timing)
  }

  /// Returns the nearest known part with the same clock.
  private func nearest(_ index: Int) -> Int? {
    func fits(_ other: Int) -> Bool {
      known[other]?.timing.timestamp != nil
        && parts[other].discontinuities == parts[index].discontinuities
    }
    if fits(index - 1) { return index - 1 }
    return knownIndexes.filter(fits).min { abs($0 - index) < abs($1 - index) }
  }

  /// Returns the distance between two timestamps. The clock may have wrapped around, even several
  /// times.
  private static func distance(
    from first: Double,
    to second: Double,
    _ expected: Double,
    _ timing: HLSAssembler.Timing
  ) -> Double {
    let distance = second - first
    guard let turn = timing.turn else { return distance }
    return distance - ((distance - expected) / turn).rounded() * turn
  }

  private static func snapped(_ time: Double, _ timing: HLSAssembler.Timing) -> Double {
    guard let grid = timing.grid, grid > 0 else { return time }
    return (time / grid).rounded() * grid
  }
}
