extension MPVEngine {
  /// How the samples of tracks reach the output.
  ///
  /// What is really done is told by ``PlayerKit/PlayerStatus/format``.
  @nonexhaustive public enum Quality: Sendable, Hashable {
    /// Everything becomes stereo of so many samples per second. Tracks follow each other without a gap,
    /// whatever they are.
    case fixed(rate: Int)
    /// Everything becomes what the device has. The output is opened once, and tracks follow each other without
    /// a gap.
    ///
    /// PulseAudio and PipeWire tell the rate and the channels of a device. Elsewhere it is the rate of the first
    /// track, as far as the device can have it, in stereo. A device that becomes the system's default later is not told:
    /// the rate stays, and the sound server converts.
    case device
    /// Nothing is changed that the device can have. Where two tracks differ in rate or channels, the output is
    /// opened anew between them, once the first was heard to its end: a gap of some 10 to 100 ms, which
    /// ``OutputNotice/reopened(_:)`` tells. All others follow each other without a gap.
    ///
    /// A crossfade needs two stereo tracks of one rate. All others follow each other as they are.
    case source
  }
}

extension MPVEngine.Configuration {
  /// What holds for the output: a file and a pipe have one format, since no header could tell another.
  var outputQuality: MPVEngine.Quality {
    switch (output, quality) {
    case (_, .fixed), (.auto, _), (.null, _), (.device, _): quality
    case (.pcm, .device), (.pcm, .source), (.pipe, .device), (.pipe, .source):
      .fixed(rate: Self.commonRate)
    }
  }

  /// Where nothing else is known.
  static let commonRate = 44_100

  /// Whether the output has 16 bits, whatever comes in.
  var isSixteenBits: Bool {
    switch output {
    case .pcm, .pipe: true
    case .auto, .null, .device: false
    }
  }
}
