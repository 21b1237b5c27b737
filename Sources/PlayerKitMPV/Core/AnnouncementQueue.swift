import PlayerKit

/// Holds what a stream said of itself until it is heard: libmpv reads ahead by up to a minute. Pure.
struct AnnouncementQueue: Sendable {
  private struct Announcement: Sendable {
    /// The place in the bytes at which it was said.
    let offset: Int64
    /// Where it is heard, once that is known.
    var position: Duration?
    let metadata: StreamMetadata
  }

  private var waiting: [Announcement] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// The stream said something at a place in its bytes.
  mutating func add(_ metadata: StreamMetadata, at offset: Int64) {
    waiting.append(Announcement(offset: offset, metadata: metadata))
  }

  /// Says that libmpv has read this many bytes, which last this long.
  ///
  /// An announcement is heard as far before that time as its bytes stand before those. This is exact
  /// at a constant bit rate. It must be called at each look, since libmpv may hold bytes that it has
  /// not decoded yet.
  mutating func place(bytes: Int64, time: Duration) {
    guard bytes > 0, time > .zero else { return }
    for index in waiting.indices {
      let part = min(1, Double(waiting[index].offset) / Double(bytes))
      waiting[index].position = time * part
    }
  }

  /// Removes what is heard by now, and returns the last of it.
  mutating func take(at position: Duration?) -> StreamMetadata? {
    guard let position, position >= .zero else { return nil }
    let due = waiting.prefix { $0.position.map { $0 <= position + Self.tolerance } == true }
    waiting.removeFirst(due.count)
    return due.last?.metadata
  }

  /// How much of the track is heard before the next announcement is due; `nil`: there is none.
  func rest(at position: Duration?) -> Duration? {
    guard let first = waiting.first, let position else { return nil }
    return first.position.map { max(.zero, $0 - position) } ?? .milliseconds(100)
  }

  /// Less than a screen takes to show a title.
  private static let tolerance = Duration.milliseconds(10)
}
