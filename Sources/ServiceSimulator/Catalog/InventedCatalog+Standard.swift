extension InventedCatalog {
  /// The catalog where no seed asks for another: made once, since that takes a moment.
  static let standard = InventedCatalog()

  static func make(seed: UInt64?) -> InventedCatalog {
    guard let seed, seed != standard.seed else { return standard }
    return InventedCatalog(seed: seed)
  }
}
