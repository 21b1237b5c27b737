/// Marks on the timeline of a track, such as the beginnings of chapters. The last mark that was
/// reached is the current one.
struct TimelineMarks: Sendable {
  /// A mark counts as reached this much early, because timers and rates are not exact.
  private static let tolerance = Duration.milliseconds(1)
  /// The maximum number of marks reported at one time. A file may have any number there.
  private static let maximumMarksAtOnce = 16

  /// The times of the marks, in ascending order.
  private let places: [Duration]
  /// The mark that was reached last; `nil` before the first.
  private(set) var current: Int?
  /// The mark that was played last.
  private var heard: Int?

  init(_ places: [Duration] = []) {
    self.places = places
  }

  var isEmpty: Bool { places.isEmpty }

  /// Updates the current mark for a position of playback.
  ///
  /// - Returns: The marks to report, if they were not reported before: the last one that was
  ///   reached, and those before it at the same time.
  mutating func move(to position: Duration, isHeard: Bool) -> Range<Int> {
    current = index(at: position + Self.tolerance)
    guard isHeard, current != heard else { return 0..<0 }
    heard = current
    return current.map { together(with: $0)..<$0 + 1 } ?? 0..<0
  }

  /// Returns the first mark at the same time as another one.
  private func together(with mark: Int) -> Int {
    var first = mark
    while first > 0, places[first - 1] == places[mark], mark - first + 1 < Self.maximumMarksAtOnce {
      first -= 1
    }
    return first
  }

  /// The time of the next mark; `nil` if there is none.
  var next: Duration? {
    let index = (current ?? -1) + 1
    return index < places.count ? places[index] : nil
  }

  /// Returns the index of the last mark at or before a position.
  private func index(at position: Duration) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}
