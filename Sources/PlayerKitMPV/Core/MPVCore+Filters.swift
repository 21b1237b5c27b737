import MediaLoading
import PlayerKit

// What is done to the samples of one entry: exact where one track follows another.
extension MPVCore {
  /// Once an entry is open, and when the settings change: gives it the filters that it needs.
  func setFilters() {
    guard let entry = playingEntry, let record = playlist[entry] else { return }
    let filters = [startFilter(of: entry, record), record.load.flatMap(gainFilter)]
      .compactMap(\.self)
    let chain = filters.isEmpty ? "" : "lavfi=[\(filters.joined(separator: ","))]"
    guard chain != record.filters else { return }
    playlist[entry]?.filters = chain
    setLocal("af", chain)
  }

  private func startFilter(of entry: PlaylistEntryID, _ record: PlaylistEntry) -> String? {
    let extent = extent(of: entry)
    if let trim = record.trim { return "atrim=start=\((extent.lead + trim).seconds)" }
    return extent.beginsWithMedia ? nil : "atrim=start=\(extent.lead.seconds)"
  }

  private func gainFilter(of load: EngineLoad) -> String? {
    guard loudness.mode != .off else { return nil }
    let tags = LoudnessTags(metadata: handle.get("metadata").texts)
    let factor = loudness.factor(for: tags, isInAlbum: load.album.isInOrder)
    return factor == 1 ? nil : "volume=\(factor)"
  }
}

extension MPVValue {
  /// The texts of a map.
  var texts: [String: String] {
    if case .map(let members) = self { members.compactMapValues(\.text) } else { [:] }
  }
}
