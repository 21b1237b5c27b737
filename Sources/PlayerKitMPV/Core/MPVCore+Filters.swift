import PlayerKit

// What is done to the samples of one entry: exact where one track follows another.
extension MPVCore {
  /// Once an entry is open, and when the settings change: gives it the filters that it needs.
  func setFilters() {
    // Silence in the place of what could not be opened has no owner.
    guard let entry = playingEntry, owners[entry] != nil || bridges.contains(entry) else { return }
    let filters = [startFilter(of: entry), gainFilter(of: entry)].compactMap(\.self)
    let chain = filters.isEmpty ? "" : "lavfi=[\(filters.joined(separator: ","))]"
    guard chain != (self.filters[entry] ?? "") else { return }
    self.filters[entry] = chain
    setLocal("af", chain)
  }

  private func startFilter(of entry: Entry) -> String? {
    let extent = extent(of: entry)
    if let trim = trims[entry] { return "atrim=start=\((extent.lead + trim).seconds)" }
    return extent.beginsWithMedia ? nil : "atrim=start=\(extent.lead.seconds)"
  }

  private func gainFilter(of entry: Entry) -> String? {
    guard loudness.mode != .off, !bridges.contains(entry) else { return nil }
    let tags = LoudnessTags(metadata: handle.get("metadata").texts)
    let isInAlbum = albums[entry]?.isInOrder ?? false
    let factor = loudness.factor(for: tags, isInAlbum: isInAlbum)
    return factor == 1 ? nil : "volume=\(factor)"
  }
}

extension MPVValue {
  /// The texts of a map.
  var texts: [String: String] {
    if case .map(let members) = self { members.compactMapValues(\.text) } else { [:] }
  }
}
