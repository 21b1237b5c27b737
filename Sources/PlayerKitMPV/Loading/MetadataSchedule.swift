import PlayerKit

/// Holds what streams said of themselves until it is heard: libmpv reads ahead, by up to a minute.
/// Pure.
struct MetadataSchedule: Sendable {
  private struct Announcement: Sendable {
    let entry: Entry
    /// The place in the bytes at which it was said.
    let offset: Int64
    /// Where it is heard, once that is known.
    var position: Duration?
    let metadata: StreamMetadata
  }

  private var waiting: [Announcement] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// An entry said something at a place in its bytes.
  mutating func add(_ metadata: StreamMetadata, to entry: Entry, at offset: Int64) {
    waiting.append(Announcement(entry: entry, offset: offset, metadata: metadata))
  }

  /// libmpv has taken in so many bytes of an entry, and made so much time of them. What was said is
  /// as far before that as its bytes are: exact at a constant rate, and otherwise off by what the
  /// rate differs over the bytes that were read ahead at once. To be said again at each look, since
  /// libmpv may hold bytes that it has made nothing of yet.
  mutating func place(_ entry: Entry, bytes: Int64, time: Duration) {
    guard bytes > 0, time > .zero else { return }
    for index in waiting.indices
    where waiting[index].entry == entry {
      let part = min(1, Double(waiting[index].offset) / Double(bytes))
      waiting[index].position = time * part
    }
  }

  /// Nothing of an entry is to be told any more.
  mutating func remove(_ entry: Entry) {
    waiting.removeAll { $0.entry == entry }
  }

  /// What is heard by now: the last of it.
  mutating func take(at reading: Reading) -> StreamMetadata? {
    guard let position = reading.position, position >= .zero else { return nil }
    let due = waiting.prefix {
      $0.entry == reading.entry && $0.position.map { $0 <= position + Self.tolerance } == true
    }
    waiting.removeFirst(due.count)
    return due.last?.metadata
  }

  /// How much of the track is to be heard before it is to be looked for what is due;
  /// `nil`: not at all.
  func rest(at reading: Reading) -> Duration? {
    guard let first = waiting.first, first.entry == reading.entry,
      let position = reading.position
    else { return nil }
    return first.position.map { max(.zero, $0 - position) } ?? .milliseconds(100)
  }

  /// Less than a screen takes to show a title.
  private static let tolerance = Duration.milliseconds(10)
}
