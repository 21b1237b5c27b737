/// The input format of a track, the format that goes to the device, and the processing in between.
///
/// A player reports as much as it knows; `nil` is unknown.
public struct SoundFormat: Sendable, Hashable {
  /// The encoding of a sample.
  @nonexhaustive public enum Encoding: Sendable, Hashable {
    /// An integer with this number of bits.
    case integer(bits: Int)
    /// A floating-point number with this number of bits.
    case float(bits: Int)
  }

  /// The format of samples at one end.
  public struct Samples: Sendable, Hashable {
    /// The number of samples per second in each channel.
    public var rate: Int?
    /// The encoding of a sample. For a lossy codec, the encoding that its decoder gives.
    public var encoding: Encoding?
    /// The number of channels.
    public var channels: Int?
    /// The channel layout, as the engine names it, such as `stereo` or `5.1`.
    public var layout: String?

    /// Creates a description.
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

  /// A step of processing between input and output.
  @nonexhaustive public enum Change: String, Sendable, Hashable, CaseIterable {
    /// The sample rate is changed.
    case resampled
    /// The channels are changed.
    case remixed
    /// The encoding is changed without loss.
    case rewritten
    /// The encoding is changed with loss.
    case rounded
    /// Noise is added before rounding, so that the rounding error is not audible.
    case dithered
    /// The gain is changed by the track's loudness.
    case leveled
    /// The gain is reduced by the volume, or the output is muted.
    case volume
    /// The speed is changed.
    case stretched
    /// The sound is processed (``SoundProcessing``).
    case processed
    /// The sound is mixed with another track's (a crossfade).
    case mixed
  }

  /// The codec of the media, such as `flac` or `pcm_s24le`.
  public var codec: String?
  /// The format that the decoder gives.
  public var source: Samples
  /// The format that the device receives. Later processing by the system, such as mixing in a sound
  /// server, is unknown.
  public var output: Samples
  /// The device or the kind of output, as the engine names it, such as `pulse/kitchen`.
  public var device: String?
  /// The processing between ``source`` and ``output``.
  public var changes: Set<Change>

  /// Creates a description.
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

  /// Whether the device receives each sample as the decoder gives it. `false` while either end is
  /// unknown.
  public var isBitPerfect: Bool {
    source.isKnown && output.isKnown && changes.isSubset(of: [.rewritten])
  }
}

extension SoundFormat.Samples {
  fileprivate var isKnown: Bool { rate != nil && encoding != nil && channels != nil }
}

extension SoundFormat.Encoding {
  /// The largest number of bits of an integer that this encoding holds exactly.
  public var exactBits: Int {
    switch self {
    case .integer(let bits): bits
    case .float(let bits): bits > 32 ? 53 : bits > 16 ? 24 : 11
    }
  }

  /// Returns whether this encoding holds every value of the other.
  public func holds(_ other: Self) -> Bool {
    switch (self, other) {
    case (.integer(let bits), .integer(let others)): bits >= others
    case (.float, .integer(let others)): exactBits >= others
    case (.float(let bits), .float(let others)): bits >= others
    case (.integer, .float): false
    }
  }
}
