import PlayerKitSystem

/// Gains by frequency: bands of the usual shapes, and one overall gain.
///
/// Gains are in decibels (dB), frequencies in hertz (Hz).
public struct Equalizer: Sendable, Hashable {
  /// A band.
  public struct Band: Sendable, Hashable {
    /// The shape of a band over the frequencies.
    @nonexhaustive public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
      /// The full gain applies at the frequency and fades to both sides.
      case peak
      /// The full gain applies well below the frequency, and half of it at the frequency.
      case lowShelf
      /// The full gain applies well above the frequency, and half of it at the frequency.
      case highShelf
    }

    /// The shape.
    public let kind: Kind
    /// The frequency, 10…24,000 Hz. The band has no effect if the output's sample rate is not more
    /// than twice the frequency.
    public let frequency: Double
    /// The gain, −30…30 dB.
    public let gain: Double
    /// The quality factor, 0.1…20. For a peak, the frequency divided by the width; for a shelf, the
    /// steepness (0.707 is the steepest without a bump).
    public let q: Double

    /// Creates a band. Values out of bounds are clamped; NaN counts as 1 kHz, 0 dB or 0.707.
    public init(_ kind: Kind = .peak, frequency: Double, gain: Double, q: Double) {
      self.kind = kind
      self.frequency = Equalizer.bounded(frequency, 10...24_000, or: 1_000)
      self.gain = Equalizer.bounded(gain, -30...30, or: 0)
      self.q = Equalizer.bounded(q, 0.1...20, or: 0.707)
    }
  }

  /// The gain of all frequencies, clamped to ±30 dB; setting NaN has no effect. A negative value
  /// makes room for bands that boost.
  public var preamp: Double {
    didSet { preamp = Self.bounded(preamp, -30...30, or: oldValue) }
  }
  /// The bands, in any order; only the first ``maximumBands`` are kept.
  public var bands: [Band] {
    didSet {
      if bands.count > Self.maximumBands { bands.removeLast(bands.count - Self.maximumBands) }
    }
  }

  /// The maximum number of bands.
  public static let maximumBands = 64
  /// An equalizer without any gain.
  public static let flat = Equalizer()

  /// Creates an equalizer. Values out of bounds are clamped; NaN counts as 0.
  public init(preamp: Double = 0, bands: [Band] = []) {
    self.preamp = Self.bounded(preamp, -30...30, or: 0)
    self.bands = Array(bands.prefix(Self.maximumBands))
  }

  /// Whether the equalizer leaves the sound unchanged.
  public var isFlat: Bool { preamp == 0 && bands.allSatisfy { $0.gain == 0 } }

  fileprivate static func bounded(
    _ value: Double,
    _ range: ClosedRange<Double>,
    or other: Double
  ) -> Double {
    value.isNaN ? other : min(max(value, range.lowerBound), range.upperBound)
  }
}

extension Equalizer {
  /// The centers of the ten octave bands, in Hz.
  public static let octaves: [Double] = [
    31.25, 62.5, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000,
  ]

  /// Creates the common ten-band equalizer, with bands an octave wide at ``octaves``.
  ///
  /// - Parameter preamp: The overall gain in dB.
  /// - Parameter octaveGains: The gains from low to high; missing ones are 0, and those after the
  ///   tenth are ignored.
  public init(octaveGains: [Double], preamp: Double = 0) {
    let bands = zip(Self.octaves, octaveGains).map { frequency, gain in
      Band(frequency: frequency, gain: gain, q: 1.41)
    }
    self.init(preamp: preamp, bands: bands)
  }

  /// Returns the gain at a frequency, in dB, by the formulas of the filters.
  ///
  /// - Parameter frequency: The frequency in Hz.
  /// - Parameter sampleRate: The number of samples per second at the output.
  public func response(at frequency: Double, sampleRate: Double = 44_100) -> Double {
    bands.reduce(preamp) { $0 + $1.response(at: frequency, sampleRate: sampleRate) }
  }
}

extension Equalizer.Band {
  /// Returns the gain at a frequency, in dB: the magnitude of a second-order filter (R.
  /// Bristow-Johnson, “Audio EQ Cookbook”).
  fileprivate func response(at heard: Double, sampleRate: Double) -> Double {
    guard gain != 0, sampleRate > 0, frequency < sampleRate / 2 else { return 0 }
    let amplitude = pow(10, gain / 40)
    let center = 2 * Double.pi * frequency / sampleRate
    let alpha = sin(center) / (2 * q)
    let (b, a) =
      switch kind {
      case .peak:
        (
          [1 + alpha * amplitude, -2 * cos(center), 1 - alpha * amplitude],
          [1 + alpha / amplitude, -2 * cos(center), 1 - alpha / amplitude]
        )
      case .lowShelf: Self.shelf(amplitude, cos(center), alpha)
      case .highShelf: Self.shelf(amplitude, -cos(center), alpha, isHigh: true)
      }
    let angle = 2 * Double.pi * heard / sampleRate
    return Self.power(b, angle) - Self.power(a, angle)
  }

  // One shelf is the mirror image of the other: the cosine and the middle term have opposite signs.
  private static func shelf(
    _ amplitude: Double,
    _ cosine: Double,
    _ alpha: Double,
    isHigh: Bool = false
  ) -> ([Double], [Double]) {
    let (more, less) = (amplitude + 1, amplitude - 1)
    let slope = 2 * amplitude.squareRoot() * alpha
    let sign = isHigh ? -1.0 : 1
    let b = [
      amplitude * (more - less * cosine + slope),
      sign * 2 * amplitude * (less - more * cosine),
      amplitude * (more - less * cosine - slope),
    ]
    let a = [
      more + less * cosine + slope,
      sign * -2 * (less + more * cosine),
      more + less * cosine - slope,
    ]
    return (b, a)
  }

  private static func power(_ factors: [Double], _ angle: Double) -> Double {
    let real = factors[0] + factors[1] * cos(angle) + factors[2] * cos(2 * angle)
    let imaginary = factors[1] * sin(angle) + factors[2] * sin(2 * angle)
    return 10 * log10(max(real * real + imaginary * imaginary, 1e-30))
  }
}

extension Equalizer: Codable {
  private enum CodingKeys: String, CodingKey {
    case preamp, bands
  }

  /// Decodes an equalizer. Values out of bounds are clamped.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      preamp: try values.decodeIfPresent(Double.self, forKey: .preamp) ?? 0,
      bands: try values.decodeIfPresent([Band].self, forKey: .bands) ?? []
    )
  }

  /// Encodes all values.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(preamp, forKey: .preamp)
    try values.encode(bands, forKey: .bands)
  }
}

extension Equalizer.Band: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, frequency, gain, q
  }

  /// Decodes a band. Values out of bounds are clamped.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(Kind.self, forKey: .kind),
      frequency: try values.decode(Double.self, forKey: .frequency),
      gain: try values.decode(Double.self, forKey: .gain),
      q: try values.decode(Double.self, forKey: .q)
    )
  }

  /// Encodes all values.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(kind, forKey: .kind)
    try values.encode(frequency, forKey: .frequency)
    try values.encode(gain, forKey: .gain)
    try values.encode(q, forKey: .q)
  }
}

extension Equalizer: CustomStringConvertible {
  /// The number of bands and the preamp.
  public var description: String { "\(bands.count) bands, preamp \(preamp) dB" }
}
