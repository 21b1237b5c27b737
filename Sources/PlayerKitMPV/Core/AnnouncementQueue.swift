import PlayerKit

/// Holds what a stream announced until it is heard, as libmpv reads ahead by up to a minute. Pure.
struct AnnouncementQueue: Sendable {
  private struct Announcement: Sendable {
    /// The byte offset of the announcement.
    let offset: Int64
    /// The position at which it is heard, once known.
    var position: Duration?
    var metadata: StreamMetadata?
    /// How much media was skipped right before it.
    var jump = Duration.zero
  }

  /// How far libmpv has read, in bytes and in time.
  private struct Sample: Sendable {
    var bytes: Int64 = 0
    var time = Duration.zero
  }

  private var waiting: [Announcement] = []
  /// A sample from one to two minutes ago, and one from the last minute.
  private var base = Sample()
  private var recent = Sample()
  /// How much was skipped in the part already heard.
  private var jump = Duration.zero

  /// The maximum number of waiting announcements. Later ones replace the last.
  static let most = 256

  var isEmpty: Bool { waiting.isEmpty }

  /// Adds metadata that the stream announced at a byte offset.
  mutating func add(_ metadata: StreamMetadata, at offset: Int64) {
    makePlace(at: offset)
    waiting[waiting.count - 1].metadata = metadata
  }

  /// Adds a jump: from this byte offset on, the stream is later than expected.
  mutating func add(jump: Duration, at offset: Int64) {
    makePlace(at: offset)
    waiting[waiting.count - 1].jump += jump
  }

  private mutating func makePlace(at offset: Int64) {
    if waiting.count < Self.most { waiting.append(Announcement(offset: offset)) }
  }

  /// Records that libmpv has read this many bytes, which last this long.
  ///
  /// The position of an announcement is interpolated from its byte offset, at the bit rate of the
  /// last minutes. This is exact at a constant bit rate. Call it at each check, since libmpv may
  /// hold bytes that it has not decoded yet.
  mutating func place(bytes: Int64, time: Duration) {
    guard bytes > base.bytes, time > base.time else { return }
    for index in waiting.indices where waiting[index].offset >= base.bytes {
      let part = Double(waiting[index].offset - base.bytes) / Double(bytes - base.bytes)
      waiting[index].position = base.time + (time - base.time) * min(1, part)
    }
    if time - recent.time >= .seconds(60) {
      base = recent
      recent = Sample(bytes: bytes, time: time)
    }
  }

  /// Removes the announcements already heard, and returns the metadata of the last one.
  mutating func take(at position: Duration?) -> StreamMetadata? {
    guard let position, position >= .zero else { return nil }
    let due = waiting.prefix { $0.position.map { $0 <= position + Self.tolerance } == true }
    waiting.removeFirst(due.count)
    jump = due.reduce(jump) { $0 + $1.jump }
    return due.last { $0.metadata != nil }?.metadata
  }

  /// Returns how much was skipped in the part heard since the last call.
  mutating func takeJump() -> Duration {
    defer { jump = .zero }
    return jump
  }

  /// Returns how much of the track plays before the next announcement is due; `nil` if there is
  /// none.
  func rest(at position: Duration?) -> Duration? {
    guard let first = waiting.first, let position else { return nil }
    return first.position.map { max(.zero, $0 - position) } ?? .milliseconds(100)
  }

  /// Shorter than a screen takes to show a title.
  private static let tolerance = Duration.milliseconds(10)
}
