import PlayerKit

/// The start of a stream whose server can begin at whole seconds.
struct TimeOffset {
  private let seconds: Int
  private let offsets: MediaSource.TimeOffsets
  /// How the stream relates to the media.
  let timeline: StreamTimeline

  init(_ position: Duration, in offsets: MediaSource.TimeOffsets) {
    let length = max(offsets.duration, .zero)
    let begin = min(max(position, .zero), length)
    // Leaves some samples after the last whole second, as an empty stream would be an error.
    let last = max(length - .seconds(1), .zero)
    seconds = Int(clamping: min(begin, last).components.seconds)
    self.offsets = offsets
    timeline = StreamTimeline(lead: .zero - .seconds(seconds), begin: begin, duration: length)
  }

  /// Returns the source to open for this position.
  func source(of source: MediaSource) -> MediaSource {
    var source = source
    source.timeOffsets = nil
    guard seconds > 0 else { return source }
    source.location = .remote(offsets.address(seconds))
    // A renewal would lead to the start of the media, and the cache must not keep this part as the
    // start.
    source.renewal = nil
    source.cacheKey = nil
    return source
  }
}

/// Opens streams that begin in the middle of their media.
struct OffsetSource: ByteSource {
  let bytes: any ByteSource
  let timeline: StreamTimeline

  func makeStream() -> any ByteStream { OffsetStream(bytes.makeStream(), timeline) }
}

/// A stream that begins in the middle of its media. It is not seekable: a seek reopens it.
final class OffsetStream: ForwardingStream {
  let current: any ByteStream
  let timeline: StreamTimeline?

  init(_ stream: any ByteStream, _ timeline: StreamTimeline) {
    current = stream
    self.timeline = timeline
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    try current.read(into: buffer)
  }

  func seek(to offset: Int64) throws(PlayerError) { try current.seek(to: offset) }
  func takeJump() -> Duration? { nil }
  /// The facts describe whole media.
  var mediaFacts: MediaFacts? { nil }
}
