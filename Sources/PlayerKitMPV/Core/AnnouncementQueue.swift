import PlayerKit

/// Holds what a stream said of itself until it is heard: libmpv reads ahead by up to a minute. Pure.
struct AnnouncementQueue: Sendable {
  private struct Announcement: Sendable {
    /// The place in the bytes at which it was said.
    let offset: Int64
    /// Where it is heard, once that is known.
    var position: Duration?
    var metadata: StreamMetadata?
    /// How much was passed over right before it.
    var jump = Duration.zero
  }

  /// How far libmpv has read, and how long that lasts.
  private struct Sample: Sendable {
    var bytes: Int64 = 0
    var time = Duration.zero
  }

  private var waiting: [Announcement] = []
  /// A place that was passed one to two minutes ago, and one that was passed up to a minute ago.
  private var base = Sample()
  private var recent = Sample()
  /// How much was passed over of what has been heard.
  private var jump = Duration.zero

  /// As many wait at most. What is said behind the last of them takes its place.
  static let most = 256

  var isEmpty: Bool { waiting.isEmpty }

  /// The stream said something at a place in its bytes.
  mutating func add(_ metadata: StreamMetadata, at offset: Int64) {
    makePlace(at: offset)
    waiting[waiting.count - 1].metadata = metadata
  }

  /// The stream goes on later than where it was.
  mutating func add(jump: Duration, at offset: Int64) {
    makePlace(at: offset)
    waiting[waiting.count - 1].jump += jump
  }

  private mutating func makePlace(at offset: Int64) {
    if waiting.count < Self.most { waiting.append(Announcement(offset: offset)) }
  }

  /// Says that libmpv has read this many bytes, which last this long.
  ///
  /// An announcement is heard as far before that time as its bytes stand before those, at the bit rate
  /// of the last minutes. This is exact at a constant bit rate. It must be called at each look, since
  /// libmpv may hold bytes that it has not decoded yet.
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

  /// Removes what is heard by now, and returns the last of it.
  mutating func take(at position: Duration?) -> StreamMetadata? {
    guard let position, position >= .zero else { return nil }
    let due = waiting.prefix { $0.position.map { $0 <= position + Self.tolerance } == true }
    waiting.removeFirst(due.count)
    jump = due.reduce(jump) { $0 + $1.jump }
    return due.last { $0.metadata != nil }?.metadata
  }

  /// How much was passed over of what was heard since the last call.
  mutating func takeJump() -> Duration {
    defer { jump = .zero }
    return jump
  }

  /// How much of the track is heard before the next announcement is due; `nil`: there is none.
  func rest(at position: Duration?) -> Duration? {
    guard let first = waiting.first, let position else { return nil }
    return first.position.map { max(.zero, $0 - position) } ?? .milliseconds(100)
  }

  /// Less than a screen takes to show a title.
  private static let tolerance = Duration.milliseconds(10)
}
