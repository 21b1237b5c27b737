import PlayerKitServices

/// Leaves out songs that an earlier service has found.
struct SameSongs {
  /// The songs found so far, by the start of their titles. Only songs with the same start are compared.
  private var kept: [String: [CatalogEntry]] = [:]

  /// What is new in the answer of one service. A service's own entries are not compared with each other.
  mutating func new<Found>(_ found: [Found], entry: (Found) -> CatalogEntry?) -> [Found] {
    let new = found.filter { found in
      guard let entry = entry(found) else { return true }
      return kept[Self.key(entry)]?.contains { $0.likeness(to: entry) != nil } != true
    }
    for entry in new.compactMap(entry) { kept[Self.key(entry), default: []].append(entry) }
    return new
  }

  /// The title without case, marks and what services put behind it in different ways.
  private static func key(_ entry: CatalogEntry) -> String {
    let title = (entry.title ?? "").lowercased()
    let name = title.prefix { $0 != "(" && $0 != "[" && $0 != "-" }.filter {
      $0.isLetter || $0.isNumber
    }
    return name.isEmpty ? title : name
  }
}
