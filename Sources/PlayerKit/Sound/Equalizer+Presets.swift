extension Equalizer {
  /// Settings of the ten octaves that many people know by name.
  @nonexhaustive public enum Preset: String, Sendable, Hashable, CaseIterable {
    /// No gain anywhere.
    case flat
    /// More of the lows.
    case bass
    /// Less of the lows.
    case lessBass
    /// More of the highs.
    case treble
    /// Less of the highs.
    case lessTreble
    /// More of voices, less of what is around them.
    case voice
    /// For spoken words: nothing that rumbles, more that can be understood.
    case speech
    /// More of lows and highs, as the ear wants it when it is quiet.
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

    /// From low to high, in dB.
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

  /// Makes the equalizer of that name. Its ``preamp`` makes room for what is made louder, so that
  /// nothing clips that did not before.
  public init(_ preset: Preset) {
    self.init(octaveGains: preset.gains)
    bands.removeAll { $0.gain == 0 }
    preamp = -loudest
  }

  /// The largest gain that a frequency gets, or 0, rounded up to a tenth.
  private var loudest: Double {
    // From 20 Hz on, in sixths of a semitone and less.
    var most = 0.0
    var frequency = 20.0
    while frequency < 20_000 {
      most = max(most, response(at: frequency))
      frequency *= 1.01
    }
    return (most * 10).rounded(.up) / 10
  }
}
