/// The code of a storefront as paths hold it.
enum StorefrontID {
  /// The code in lower case.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where it is not two letters. Whether there is
  ///   such a store, only the service knows.
  static func checked(_ code: String) throws -> String {
    let lower = code.lowercased()
    guard lower.utf8.count == 2, lower.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw CatalogError(
        .invalidArgument,
        "A storefront is named by two letters, such as us.",
        service: .appleMusic
      )
    }
    return lower
  }
}
