/// Places in time of what plays, such as the beginnings of chapters: the last one that was reached
/// is the present one.
struct TimelineMarks: Sendable {
  /// How far before its place a mark counts as reached: timers and rates are not exact.
  private static let tolerance = Duration.milliseconds(1)
  /// How many at one place are told. A file may have any number there.
  private static let maximumMarksAtOnce = 16

  /// From the first to the last.
  private let places: [Duration]
  /// The one that was reached last; `nil`: playback is before the first.
  private(set) var current: Int?
  /// The one that was heard last.
  private var heard: Int?

  init(_ places: [Duration] = []) {
    self.places = places
  }

  var isEmpty: Bool { places.isEmpty }

  /// Playback is at a position.
  ///
  /// - Returns: the marks being heard, if they were not heard before: the last one that was
  ///   reached, and those at the same place before it.
  mutating func move(to position: Duration, isHeard: Bool) -> Range<Int> {
    current = index(at: position + Self.tolerance)
    guard isHeard, current != heard else { return 0..<0 }
    heard = current
    return current.map { together(with: $0)..<$0 + 1 } ?? 0..<0
  }

  /// The first mark at the place of another one.
  private func together(with mark: Int) -> Int {
    var first = mark
    while first > 0, places[first - 1] == places[mark], mark - first + 1 < Self.maximumMarksAtOnce {
      first -= 1
    }
    return first
  }

  /// The place that comes next; `nil`: none does.
  var next: Duration? {
    let index = (current ?? -1) + 1
    return index < places.count ? places[index] : nil
  }

  /// The last place at or before a position.
  private func index(at position: Duration) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}
