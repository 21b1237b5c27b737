extension Equalizer {
  /// Well-known presets of ten octave bands.
  @nonexhaustive public enum Preset: String, Sendable, Hashable, CaseIterable {
    /// No gain anywhere.
    case flat
    /// Boosted lows.
    case bass
    /// Reduced lows.
    case lessBass
    /// Boosted highs.
    case treble
    /// Reduced highs.
    case lessTreble
    /// Boosted voices, with everything around them reduced.
    case voice
    /// For speech: no rumble, and better intelligibility.
    case speech
    /// Boosted lows and highs, for listening at low volume.
    case quiet
    /// For rock music.
    case rock
    /// For pop music.
    case pop
    /// For electronic music.
    case electronic
    /// For classical music.
    case classical
    /// For jazz.
    case jazz

    /// The gains from low to high, in dB.
    fileprivate var gains: [Double] {
      switch self {
      case .flat: []
      case .bass: [6, 5, 4, 2, 0, 0, 0, 0, 0, 0]
      case .lessBass: [-6, -5, -4, -2, 0, 0, 0, 0, 0, 0]
      case .treble: [0, 0, 0, 0, 0, 1, 2, 4, 5, 6]
      case .lessTreble: [0, 0, 0, 0, 0, -1, -2, -4, -5, -6]
      case .voice: [-2, -2, -1, 1, 3, 3, 3, 2, 0, -1]
      case .speech: [-12, -8, -3, 0, 1, 2, 4, 3, 0, -3]
      case .quiet: [6, 5, 3, 1, 0, 0, 0, 1, 3, 4]
      case .rock: [4, 3, 2, 0, -1, -1, 1, 2, 3, 3]
      case .pop: [-1, 0, 1, 2, 3, 3, 2, 1, 0, -1]
      case .electronic: [5, 4, 1, 0, -1, 1, 0, 1, 3, 4]
      case .classical: [2, 2, 1, 0, 0, 0, 0, 1, 2, 2]
      case .jazz: [3, 2, 1, 1, -1, -1, 0, 1, 2, 3]
      }
    }
  }

  /// Creates the equalizer of a preset. Its ``preamp`` compensates for the boosts, so that nothing
  /// clips that did not before.
  public init(_ preset: Preset) {
    self.init(octaveGains: preset.gains)
    bands.removeAll { $0.gain == 0 }
    preamp = -loudest
  }

  /// The largest gain at any frequency, at least 0, rounded up to a tenth.
  private var loudest: Double {
    // From 20 Hz on, in steps of a sixth of a semitone.
    var most = 0.0
    var frequency = 20.0
    while frequency < 20_000 {
      most = max(most, response(at: frequency))
      frequency *= 1.01
    }
    return (most * 10).rounded(.up) / 10
  }
}
