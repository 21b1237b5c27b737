extension ArtistReference {
  /// Whether a credit line names the artist, alone or among others.
  package func isCredited(in credit: String) -> Bool {
    let name = nameKey
    if Self.key(of: credit) == name { return true }
    let parts = Self.names(in: credit)
    // A name may itself contain a separator, so adjacent parts are also tried together.
    return parts.indices.contains { first in
      parts[first...].indices.contains { last in
        Self.key(of: parts[first...last].joined(separator: " ")) == name
          || Self.key(of: parts[first...last].joined(separator: " & ")) == name
      }
    }
  }

  /// The names in a credit line, up to 12.
  private static func names(in credit: String) -> [String] {
    var text = credit
    for word in [
      "feat.", "featuring", "ft.", "with", "and", "und", "et", "y", "e", "x", "vs.", "vs",
    ] {
      text = text.replacing(" \(word) ", with: ",")
    }
    return text.split { ",;&/+(|".contains($0) }.prefix(12).map { name in
      name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}
