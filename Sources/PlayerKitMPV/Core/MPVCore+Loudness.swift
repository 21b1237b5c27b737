import PlayerKit

// The gain of one entry, as a filter of its own: exact where one track follows another.
extension MPVCore {
  /// Once an entry is open, and when the settings change: gives it the filters that it needs.
  func setFilters() {
    guard let entry = playingEntry else { return }
    let filters = gainFilter(of: entry) ?? ""
    guard filters != (self.filters[entry] ?? "") else { return }
    self.filters[entry] = filters
    attempt { () throws(MPVFailure) in
      try handle.set("file-local-options/af", .string(filters))
    }
  }

  private func gainFilter(of entry: Entry) -> String? {
    guard loudness.mode != .off else { return nil }
    let tags = LoudnessTags(metadata: handle.get("metadata").texts)
    let isInAlbum = albums[entry]?.isInOrder ?? false
    let factor = loudness.factor(for: tags, isInAlbum: isInAlbum)
    return factor == 1 ? nil : "lavfi=[volume=\(factor)]"
  }
}

extension MPVValue {
  /// The texts of a map.
  fileprivate var texts: [String: String] {
    if case .map(let members) = self { members.compactMapValues(\.text) } else { [:] }
  }
}
