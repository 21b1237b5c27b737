import PlayerKitServices

/// Removes songs that an earlier service has already found.
struct SameSongs {
  /// The songs found so far, by the start of their titles. Only songs with the same start are
  /// compared.
  private var kept: [String: [CatalogEntry]] = [:]

  /// Returns the new songs in the answer of one service. Does not compare its entries with each
  /// other.
  mutating func new<Found>(_ found: [Found], entry: (Found) -> CatalogEntry?) -> [Found] {
    let new = found.filter { found in
      guard let entry = entry(found) else { return true }
      return kept[Self.key(entry)]?.contains { $0.likeness(to: entry) != nil } != true
    }
    for entry in new.compactMap(entry) { kept[Self.key(entry), default: []].append(entry) }
    return new
  }

  /// Returns the title without case, marks and the suffixes that services write in different ways.
  private static func key(_ entry: CatalogEntry) -> String {
    let title = (entry.title ?? "").lowercased()
    let name = title.prefix { $0 != "(" && $0 != "[" && $0 != "-" }.filter {
      $0.isLetter || $0.isNumber
    }
    return name.isEmpty ? title : name
  }
}
