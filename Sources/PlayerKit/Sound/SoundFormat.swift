/// What comes in of a track, what goes out to the device, and what is done in between.
///
/// A player tells as much as it knows. What is `nil` it does not know.
public struct SoundFormat: Sendable, Hashable {
  /// How one sample is written.
  @nonexhaustive public enum Encoding: Sendable, Hashable {
    /// A whole number of so many bits.
    case integer(bits: Int)
    /// A floating-point number of so many bits.
    case float(bits: Int)
  }

  /// Samples at one end of the way.
  public struct Samples: Sendable, Hashable {
    /// How many there are a second, of each channel.
    public var rate: Int?
    /// How each is written. Of a codec that is lossy: how its decoder writes them.
    public var encoding: Encoding?
    /// How many channels there are.
    public var channels: Int?
    /// Which ones, in the engine's words, such as `stereo` or `5.1`.
    public var layout: String?

    /// Makes a description.
    public init(
      rate: Int? = nil,
      encoding: Encoding? = nil,
      channels: Int? = nil,
      layout: String? = nil
    ) {
      self.rate = rate
      self.encoding = encoding
      self.channels = channels
      self.layout = layout
    }
  }

  /// Something that is done to the samples.
  @nonexhaustive public enum Change: String, Sendable, Hashable, CaseIterable {
    /// They get another rate.
    case resampled
    /// They get other channels.
    case remixed
    /// They are written in another way, which holds all that was there.
    case rewritten
    /// They are written in another way, which holds less.
    case rounded
    /// Noise is added before they are rounded, so that the error does not sound.
    case dithered
    /// They are made louder or quieter by the track's loudness.
    case leveled
    /// They are made quieter by the volume, or silent.
    case volume
    /// They are played at another speed.
    case stretched
    /// They are processed (``SoundProcessing``).
    case processed
    /// They are mixed with those of another track (a crossfade).
    case mixed
  }

  /// The codec of the media, such as `flac` or `pcm_s24le`.
  public var codec: String?
  /// What the decoder gives.
  public var source: Samples
  /// What the device is given. What the system makes of that is its own affair, such as the mixing
  /// of a sound server.
  public var output: Samples
  /// The device, or the kind of output, in the engine's words, such as `pulse/kitchen`.
  public var device: String?
  /// What is done between ``source`` and ``output``.
  public var changes: Set<Change>

  /// Makes a description.
  public init(
    codec: String? = nil,
    source: Samples = Samples(),
    output: Samples = Samples(),
    device: String? = nil,
    changes: Set<Change> = []
  ) {
    self.codec = codec
    self.source = source
    self.output = output
    self.device = device
    self.changes = changes
  }

  /// Whether the device is given each sample as the decoder gives it. False as long as one of both
  /// ends is not known.
  public var isBitPerfect: Bool {
    source.isKnown && output.isKnown && changes.isSubset(of: [.rewritten])
  }
}

extension SoundFormat.Samples {
  fileprivate var isKnown: Bool { rate != nil && encoding != nil && channels != nil }
}

extension SoundFormat.Encoding {
  /// How many bits of a whole number it holds exactly.
  public var exactBits: Int {
    switch self {
    case .integer(let bits): bits
    case .float(let bits): bits > 32 ? 53 : bits > 16 ? 24 : 11
    }
  }

  /// Whether it holds whatever the other can say.
  public func holds(_ other: Self) -> Bool {
    switch (self, other) {
    case (.integer(let bits), .integer(let others)): bits >= others
    case (.float, .integer(let others)): exactBits >= others
    case (.float(let bits), .float(let others)): bits >= others
    case (.integer, .float): false
    }
  }
}
