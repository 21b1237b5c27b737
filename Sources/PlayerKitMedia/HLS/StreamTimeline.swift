import PlayerKit

/// How libmpv's clock for a stream stands to the media, where the stream need not begin with it.
package struct StreamTimeline: Sendable, Equatable {
  /// Where the media's beginning is on libmpv's clock; below zero where the stream begins later.
  package var lead: Duration
  /// The position that is to be heard first.
  package var begin: Duration
  /// How long the media is.
  package var duration: Duration
  /// Where libmpv is to end it, in seconds on its clock; `nil`: where the stream ends.
  package var end: Double?

  package init(lead: Duration, begin: Duration, duration: Duration, end: Double? = nil) {
    self.lead = lead
    self.begin = begin
    self.duration = duration
    self.end = end
  }
}

/// A stream that may begin in the middle of its media, and can't be sought in: to go elsewhere it is
/// opened anew at another position.
package protocol TimedStream: ByteStream {
  /// `nil` before the first bytes, and of what has no positions. Never blocks.
  var timeline: StreamTimeline? { get }

  /// The length that was passed over right before the bytes that were read last: a live stream went on
  /// without the reader, or parts are missing. `nil` if nothing was since the last call. Never blocks.
  func takeJump() -> Duration?
}

extension StreamTimeline {
  /// - Parameters:
  ///   - start: where the first part begins among all parts, in seconds.
  ///   - position: what is to be heard first, in seconds of the audio without padding.
  init(
    start: Double,
    position: Double,
    _ output: HLSAssembler.Output,
    _ times: HLSTimes
  ) {
    let all = times.duration
    // What belongs to something else is not believed.
    let told = output.length.flatMap { length in
      length > 0 && abs(output.padding + length - all) < 1 ? length : nil
    }
    self.init(
      lead: .seconds(output.padding - start),
      begin: .seconds(position),
      duration: .seconds(max(told ?? all - output.padding, 0)),
      // A little behind the last sample, so that no rounding takes it.
      end: told.map { output.padding + $0 - start + 5e-6 }
    )
  }
}
