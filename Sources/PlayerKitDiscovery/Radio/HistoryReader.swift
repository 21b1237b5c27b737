import PlayerKit

/// Reads a queue's history and reports which tracks were left, and whether they were skipped. Pure.
struct HistoryReader: Sendable {
  /// A track that was left.
  struct Leaving: Sendable {
    let entry: QueueEntry
    let isSkip: Bool
  }

  /// The number of records read so far, including those no longer in the history.
  private var read = 0

  /// Returns the tracks left since the last call, the oldest first. The last record is still
  /// playing and not included.
  mutating func left(in history: PlayHistory) -> [Leaving] {
    let complete = history.total - 1
    guard complete > read else { return [] }
    // Records that have dropped out of the history since are lost.
    let unread = min(complete - read, max(history.count - 1, 0))
    read = complete
    let first = history.count - 1 - unread
    return (first..<(history.count - 1)).compactMap { place in
      Self.leaving(history[place], before: history[place + 1])
    }
  }

  private static func leaving(
    _ record: PlayHistory.Record,
    before next: PlayHistory.Record
  ) -> Leaving? {
    switch next.reason {
    case .auto, .repeat: return Leaving(entry: record.entry, isSkip: false)
    case .userSelected, .remote:
      // Going back to an earlier track or to the start of the same one is no judgment.
      guard record.entry.id != next.entry.id else { return nil }
      let time = next.date.timeIntervalSince(record.date)
      let length = record.entry.metadata.duration.map { $0 / .seconds(1) } ?? 60
      return Leaving(entry: record.entry, isSkip: time < min(length / 2, 240))
    case .queueChanged, .skippedAfterError, .restored, .expanded: return nil
    // Ignore reasons of later versions.
    @unknown default: return nil
    }
  }
}
