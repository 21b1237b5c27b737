import PlayerKit

/// Reads from a queue's history how its tracks were left. Pure.
struct HistoryReader: Sendable {
  /// How a track was left.
  struct Leaving: Sendable {
    let entry: QueueEntry
    let isSkip: Bool
  }

  /// How many records were read: of all that there ever were.
  private var read = 0

  /// What was left since the last call, the oldest first. The last record is of what plays still.
  mutating func left(in history: PlayHistory) -> [Leaving] {
    let complete = history.total - 1
    guard complete > read else { return [] }
    // What fell out of the history in between is not known any more.
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
      // Back to one that was there before, or to its own beginning: that is no judgment.
      guard record.entry.id != next.entry.id else { return nil }
      let time = next.date.timeIntervalSince(record.date)
      let length = record.entry.metadata.duration.map { $0 / .seconds(1) } ?? 60
      return Leaving(entry: record.entry, isSkip: time < min(length / 2, 240))
    case .queueChanged, .skippedAfterError, .restored, .expanded: return nil
    // A reason of a later version says nothing here.
    @unknown default: return nil
    }
  }
}
