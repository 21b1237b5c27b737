import PlayerKit

/// Relates libmpv's clock for a stream to the media, if the stream may start within it.
package struct StreamTimeline: Sendable, Equatable {
  /// The start of the media on libmpv's clock; below zero if the stream starts later.
  package var lead: Duration
  /// The first position to play.
  package var begin: Duration
  /// The duration of the media.
  package var duration: Duration
  /// The end to set in libmpv, in seconds on its clock; `nil` for the end of the stream.
  package var end: Double?

  package init(lead: Duration, begin: Duration, duration: Duration, end: Double? = nil) {
    self.lead = lead
    self.begin = begin
    self.duration = duration
    self.end = end
  }
}

/// A stream that may start in the middle of its media. It is not seekable: a seek reopens it at
/// another position.
package protocol TimedStream: ByteStream {
  /// `nil` before the first bytes, and for media without positions. Never blocks.
  var timeline: StreamTimeline? { get }

  /// Returns how much was skipped right before the bytes read last: a live stream continued without
  /// the reader, or parts are missing. `nil` if nothing was skipped since the last call. Never
  /// blocks.
  func takeJump() -> Duration?
}

extension StreamTimeline {
  /// - Parameters:
  ///   - start: the start of the first part among all parts, in seconds.
  ///   - position: the first position to play, in seconds of the audio without padding.
  init(
    start: Double,
    position: Double,
    _ output: HLSAssembler.Output,
    _ times: HLSTimes
  ) {
    let all = times.duration
    // A length that does not match belongs to something else.
    let told = output.length.flatMap { length in
      length > 0 && abs(output.padding + length - all) < 1 ? length : nil
    }
    self.init(
      lead: .seconds(output.padding - start),
      begin: .seconds(position),
      duration: .seconds(max(told ?? all - output.padding, 0)),
      // Slightly after the last sample, so that rounding does not drop it.
      end: told.map { output.padding + $0 - start + 5e-6 }
    )
  }
}
