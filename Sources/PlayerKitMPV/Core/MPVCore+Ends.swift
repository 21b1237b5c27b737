import PlayerKit

// Where an entry ends, if that is before its media does.
//
// libmpv cuts what comes out of its filters and its resampler. At another speed than 1 it is wrong about when
// a piece of sound ends, by up to 20 ms. So a filter in front of the others cuts there.
extension MPVCore {
  /// Moves the end of an entry; `nil`: to where it was at first.
  func setEnd(of entry: PlaylistEntryID, to position: Duration?) {
    playlist[entry]?.end = position
    guard playingEntry == entry else { return }
    chooseCut(of: entry)
    setFilters(atOnce: isCutTooSoon(entry))
    setEnd(of: entry)
  }

  /// Has libmpv end an entry that it has in hand, where its filters do not.
  func setEnd(of entry: PlaylistEntryID) {
    let isCut = playlist[entry]?.filtersCut.map { $0 == cut(of: entry) } ?? false
    let end = isCut ? nil : end(of: entry)
    setLocal("end", end.map { "\($0)" } ?? "none")
  }

  /// Where libmpv is to end an entry, in seconds on its clock; `nil`: where it does by itself.
  func end(of entry: PlaylistEntryID) -> Double? {
    let extent = extent(of: entry)
    let early = playlist[entry]?.end.map {
      extent.time(of: $0).seconds + 0.5 / Double(sampleRate(of: entry))
    }
    return early ?? extent.end
  }

  /// Decides whether filters cut an entry. It stays so while only the speed changes.
  func chooseCut(of entry: PlaylistEntryID) {
    let cut = sound.rate == 1 ? nil : cut(of: entry)
    playlist[entry]?.cut = cut
  }

  /// Whether filters may have come to a place already; then nothing moves there.
  func isPast(_ cut: Double?) -> Bool { cut.map { $0 < unfiltered } ?? false }

  /// Whether filters would cut before they may change, and more is to be heard. A piece of sound that is lost
  /// is better than the rest of a track.
  private func isCutTooSoon(_ entry: PlaylistEntryID) -> Bool {
    guard let record = playlist[entry], let old = record.filtersCut else { return false }
    return isPast(old) && (cut(of: entry).map { $0 > old } ?? true)
  }

  /// Where an entry is to be cut, in seconds on libmpv's clock; `nil`: nowhere.
  private func cut(of entry: PlaylistEntryID) -> Double? {
    guard !isEmptyClip(entry) else { return nil }
    let extent = extent(of: entry)
    return playlist[entry]?.end.map { extent.time(of: $0).seconds } ?? extent.cut
  }
}
