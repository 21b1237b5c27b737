#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gains by frequency: bands of the usual shapes, and one gain for all.
///
/// Gains are in decibels (dB), frequencies in hertz (Hz).
public struct Equalizer: Sendable, Hashable {
  /// One band.
  public struct Band: Sendable, Hashable {
    /// What a band looks like over the frequencies.
    @nonexhaustive public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
      /// The gain is that of the frequency, and fades to both sides.
      case peak
      /// The gain is that of everything well below; half of it at the frequency.
      case lowShelf
      /// The gain is that of everything well above; half of it at the frequency.
      case highShelf
    }

    /// What it looks like.
    public let kind: Kind
    /// Where it is, 10…24,000 Hz. On an output of less than twice as many samples a second, the
    /// band has no effect.
    public let frequency: Double
    /// How much louder, −30…30 dB.
    public let gain: Double
    /// How narrow it is, 0.1…20: of a peak, its frequency by its width; of a shelf, how steep
    /// (0.707: as steep as goes without a bump).
    public let q: Double

    /// Makes a band. What is out of bounds counts as the bound, NaN as 1 kHz, 0 dB, 0.707.
    public init(_ kind: Kind = .peak, frequency: Double, gain: Double, q: Double) {
      self.kind = kind
      self.frequency = Equalizer.bounded(frequency, 10...24_000, or: 1_000)
      self.gain = Equalizer.bounded(gain, -30...30, or: 0)
      self.q = Equalizer.bounded(q, 0.1...20, or: 0.707)
    }
  }

  /// The gain of all frequencies, kept within ±30 dB; NaN changes nothing. Below 0 it makes room
  /// for bands that make louder.
  public var preamp: Double {
    didSet { preamp = Self.bounded(preamp, -30...30, or: oldValue) }
  }
  /// The bands, in any order; of more than ``maximumBands``, the first.
  public var bands: [Band] {
    didSet {
      if bands.count > Self.maximumBands { bands.removeLast(bands.count - Self.maximumBands) }
    }
  }

  /// How many bands there can be.
  public static let maximumBands = 64
  /// No gain anywhere.
  public static let flat = Equalizer()

  /// Makes an equalizer; what is out of bounds counts as the bound, NaN as 0.
  public init(preamp: Double = 0, bands: [Band] = []) {
    self.preamp = Self.bounded(preamp, -30...30, or: 0)
    self.bands = Array(bands.prefix(Self.maximumBands))
  }

  /// Whether nothing sounds different.
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
  /// The middles of the ten bands that are an octave wide, in Hz.
  public static let octaves: [Double] = [
    31.25, 62.5, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000,
  ]

  /// Makes one of ten bands, each an octave wide, at ``octaves``: the sliders that people know.
  ///
  /// - Parameter octaveGains: from low to high; missing ones are 0, those beyond ten are left out.
  public init(octaveGains: [Double], preamp: Double = 0) {
    let bands = zip(Self.octaves, octaveGains).map { frequency, gain in
      Band(frequency: frequency, gain: gain, q: 1.41)
    }
    self.init(preamp: preamp, bands: bands)
  }

  /// What becomes of a frequency, in dB, by the formulas of the filters.
  ///
  /// - Parameter sampleRate: how many samples a second the output has.
  public func response(at frequency: Double, sampleRate: Double = 44_100) -> Double {
    bands.reduce(preamp) { $0 + $1.response(at: frequency, sampleRate: sampleRate) }
  }
}

extension Equalizer.Band {
  /// What becomes of a frequency, in dB: the magnitude of a filter of second order (R.
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

  // One shelf is the other's mirror image: the cosine has the other sign, and so has the middle
  // term.
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

  /// Reads what was written; what is out of bounds counts as the bound.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      preamp: try values.decodeIfPresent(Double.self, forKey: .preamp) ?? 0,
      bands: try values.decodeIfPresent([Band].self, forKey: .bands) ?? []
    )
  }

  /// Writes everything.
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

  /// Reads what was written; what is out of bounds counts as the bound.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(Kind.self, forKey: .kind),
      frequency: try values.decode(Double.self, forKey: .frequency),
      gain: try values.decode(Double.self, forKey: .gain),
      q: try values.decode(Double.self, forKey: .q)
    )
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(kind, forKey: .kind)
    try values.encode(frequency, forKey: .frequency)
    try values.encode(gain, forKey: .gain)
    try values.encode(q, forKey: .q)
  }
}

extension Equalizer: CustomStringConvertible {
  /// How many bands there are, and the gain of all.
  public var description: String { "\(bands.count) bands, preamp \(preamp) dB" }
}
