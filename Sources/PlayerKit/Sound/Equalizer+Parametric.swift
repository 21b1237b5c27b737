/// The reason why a text is not a valid equalizer.
public struct EqualizerError: Error, Sendable, Hashable {
  /// The kind of failure. The set is open, so switch with a `default`.
  public let code: Code
  /// A description for people, in English and without the line itself.
  public let message: String
  /// The number of the line, from 1.
  public let line: Int

  init(_ code: Code, line: Int) {
    self.code = code
    self.line = line
    message =
      switch code {
      case .unknownLine: "The line is not a line of a parametric equalizer."
      case .unknownFilter: "The filter is not supported. Supported are PK, LSC and HSC."
      case .badNumber: "A number is missing or out of bounds."
      case .tooManyBands: "There are more than \(Equalizer.maximumBands) filters."
      default: "There is no filter. Export the equalizer with at least one."
      }
  }

  /// The kind of an ``EqualizerError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The line does not belong to the format.
    public static let unknownLine = Code(rawValue: "unknownLine")
    /// The filter is not supported, such as a pass or a notch.
    public static let unknownFilter = Code(rawValue: "unknownFilter")
    /// A number is missing, unreadable or out of bounds.
    public static let badNumber = Code(rawValue: "badNumber")
    /// There are more bands than ``Equalizer/maximumBands``.
    public static let tooManyBands = Code(rawValue: "tooManyBands")
    /// There is neither a band nor a preamp.
    public static let empty = Code(rawValue: "empty")
  }
}

extension EqualizerError: CustomStringConvertible {
  /// The line, the code and the message.
  public var description: String { "line \(line): \(code.rawValue): \(message)" }
}

extension Equalizer {
  /// The maximum length of a text, in bytes.
  private static let longestText = 1 << 20

  /// Parses a text in the format of AutoEq's `ParametricEQ.txt`, which Equalizer APO also reads.
  ///
  /// It has a line `Preamp: -6.2 dB` and lines such as
  /// `Filter 1: ON PK Fc 105 Hz Gain 5.5 dB Q 0.70`, with the filters `PK`, `LSC` and `HSC` (or
  /// `PEQ`, `LS`, `HS`). A shelf without a Q gets 0.707. Filters that are `OFF`, empty lines and
  /// lines that begin with `#` are skipped. Several preamps are added up.
  ///
  /// Gains must be within ±30 dB, frequencies within 10…24,000 Hz, and Q within 0.1…20.
  ///
  /// - Throws: ``EqualizerError`` with the first invalid line. If the preamps add up to more than
  ///   ±30 dB, or there is neither a filter nor a preamp, it names the last line. A text of more
  ///   than 1 MiB is not read: `unknownLine`, line 1.
  public init(parametric text: String) throws(EqualizerError) {
    guard text.utf8.count <= Self.longestText else {
      throw EqualizerError(.unknownLine, line: 1)
    }
    var preamp = 0.0
    var bands: [Band] = []
    var isEmpty = true
    var number = 0
    // A byte order mark, which some editors write, is not part of the first line.
    let lines = text.trimmingPrefix("\u{FEFF}")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for line in lines {
      number += 1
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      var parser = LineParser(words: words[...], line: number)
      if first.lowercased() == "preamp:" {
        preamp += try parser.preamp()
      } else if let band = try parser.band() {
        bands.append(band)
      }
      isEmpty = false
      guard bands.count <= Self.maximumBands else {
        throw EqualizerError(.tooManyBands, line: number)
      }
    }
    guard !isEmpty else { throw EqualizerError(.empty, line: max(number, 1)) }
    guard abs(preamp) <= 30 else { throw EqualizerError(.badNumber, line: number) }
    self.init(preamp: preamp, bands: bands)
  }

  /// The equalizer as text, from which ``init(parametric:)`` creates an equal one.
  public var parametricText: String {
    let lines = bands.enumerated().map { index, band in
      """
      Filter \(index + 1): ON \(band.kind.word) Fc \(band.frequency) Hz \
      Gain \(band.gain) dB Q \(band.q)

      """
    }
    return "Preamp: \(preamp) dB\n" + lines.joined()
  }
}

extension Equalizer.Band.Kind {
  fileprivate var word: String {
    switch self {
    case .peak: "PK"
    case .lowShelf: "LSC"
    case .highShelf: "HSC"
    }
  }

  fileprivate init?(word: some StringProtocol) {
    switch word.uppercased() {
    case "PK", "PEQ": self = .peak
    case "LS", "LSC": self = .lowShelf
    case "HS", "HSC": self = .highShelf
    default: return nil
    }
  }
}

/// Parses the words of a line from left to right.
private struct LineParser {
  var words: ArraySlice<Substring>
  let line: Int

  mutating func preamp() throws(EqualizerError) -> Double {
    words.removeFirst()
    let gain = try number(-30...30)
    try skip("db")
    return try finished(gain)
  }

  /// Parses a filter.
  ///
  /// - Returns: `nil` if the filter is turned off.
  mutating func band() throws(EqualizerError) -> Equalizer.Band? {
    guard take("filter") || take("filter:") else { throw error(.unknownLine) }
    // Its number, which has no meaning.
    if let word = words.first, word.hasSuffix(":"), word.dropLast().allSatisfy(\.isNumber) {
      words.removeFirst()
    }
    if take("off") { return nil }
    guard take("on"), let word = words.popFirst() else { throw error(.unknownLine) }
    guard let kind = Equalizer.Band.Kind(word: word) else { throw error(.unknownFilter) }
    try skip("fc")
    let frequency = try number(10...24_000)
    try skip("hz")
    try skip("gain")
    let gain = try number(-30...30)
    try skip("db")
    var q = 0.707
    if take("q") {
      q = try number(0.1...20)
    } else if kind == .peak {
      throw error(.badNumber)
    }
    return try finished(.init(kind, frequency: frequency, gain: gain, q: q))
  }

  private mutating func take(_ word: String) -> Bool {
    guard words.first?.lowercased() == word else { return false }
    words.removeFirst()
    return true
  }

  private mutating func skip(_ word: String) throws(EqualizerError) {
    guard take(word) else { throw error(.unknownLine) }
  }

  private mutating func number(_ range: ClosedRange<Double>) throws(EqualizerError) -> Double {
    guard let word = words.popFirst(), word.allSatisfy({ "0123456789.eE+-".contains($0) }),
      let value = Double(word), range.contains(value)
    else { throw error(.badNumber) }
    return value
  }

  private func finished<Value>(_ value: Value) throws(EqualizerError) -> Value {
    guard words.isEmpty else { throw error(.unknownLine) }
    return value
  }

  private func error(_ code: EqualizerError.Code) -> EqualizerError {
    EqualizerError(code, line: line)
  }
}
