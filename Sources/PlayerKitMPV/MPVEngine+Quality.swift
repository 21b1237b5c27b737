extension MPVEngine {
  /// How the samples of tracks reach the output.
  ///
  /// ``PlayerKit/PlayerStatus/format`` reports the actual formats.
  @nonexhaustive public enum Quality: Sendable, Hashable {
    /// Converts everything to stereo with this many samples per second. All tracks play gaplessly.
    case fixed(rate: Int)
    /// Converts everything to the format of the device. The output is opened once, and all tracks
    /// play gaplessly.
    ///
    /// PulseAudio and PipeWire report the rate and channels of a device. On other systems, the
    /// output is stereo at the rate of the first track, if the device supports it. The engine does
    /// not notice when another device becomes the system's default: the rate stays, and the sound
    /// server converts.
    case device
    /// Changes nothing that the device supports. If two tracks differ in rate or channels, the
    /// output is reopened between them, once the first has finished. This gap takes some 10 to 100
    /// ms and is reported as ``OutputNotice/reopened(_:)``. All other tracks play gaplessly.
    ///
    /// A crossfade needs two stereo tracks of the same rate. Other tracks follow each other without
    /// one.
    case source
  }
}

extension MPVEngine.Configuration {
  /// The quality in use. A file and a pipe have one fixed format, since no header could announce
  /// another.
  var outputQuality: MPVEngine.Quality {
    switch (output, quality) {
    case (_, .fixed), (.auto, _), (.null, _), (.device, _): quality
    case (.pcm, .device), (.pcm, .source), (.pipe, .device), (.pipe, .source):
      .fixed(rate: Self.commonRate)
    }
  }

  /// The rate if nothing else is known.
  static let commonRate = 44_100

  /// Whether the output always has 16 bits.
  var isSixteenBits: Bool {
    switch output {
    case .pcm, .pipe: true
    case .auto, .null, .device: false
    }
  }
}
