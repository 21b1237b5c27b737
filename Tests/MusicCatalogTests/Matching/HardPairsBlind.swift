enum HardPairsBlind {
  /// Written by somebody who had not seen the matcher; the format is described in `HardPair.swift`.
  static let pairs: [HardPair] = []
}
