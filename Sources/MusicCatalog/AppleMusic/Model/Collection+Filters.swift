extension AppleMusic.Collection {
  /// Which resources answer to what a filter asked for: `matches(of: "isrc")["USXX12100001"]`.
  ///
  /// One code may have many resources. Codes without any are absent; so is everything where the
  /// answer was to no filter.
  public func matches(of filter: String) -> [String: [AppleMusic.Identifier]] {
    (meta?["filters"]?[filter]?.object ?? [:]).mapValues { list in
      (list.array ?? []).compactMap { member in
        guard let id = member["id"]?.string, let type = member["type"]?.string else { return nil }
        return AppleMusic.Identifier(id: id, type: type, href: member["href"]?.string)
      }
    }
  }
}
