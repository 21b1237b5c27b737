import PlayerKit

// The end of an entry, if it is before the end of its media.
//
// libmpv cuts the output of its filters and resampler. At a speed other than 1, its cut is off by
// up to 20 ms. So a filter before the others cuts instead.
extension MPVCore {
  /// Moves the end of an entry; `nil` restores the original end.
  func setEnd(of entry: PlaylistEntryID, to position: Duration?) {
    playlist[entry]?.end = position
    guard playingEntry == entry else { return }
    chooseCut(of: entry)
    setFilters(atOnce: isCutTooSoon(entry))
    setEnd(of: entry)
  }

  /// Lets libmpv end the entry that it plays, unless its filters do so.
  func setEnd(of entry: PlaylistEntryID) {
    let isCut = playlist[entry]?.filtersCut.map { $0 == cut(of: entry) } ?? false
    let end = isCut ? nil : end(of: entry)
    setLocal("end", end.map { "\($0)" } ?? "none")
  }

  /// Returns where libmpv must end an entry, in seconds on its clock; `nil` if it ends by itself.
  func end(of entry: PlaylistEntryID) -> Double? {
    let extent = extent(of: entry)
    let early = playlist[entry]?.end.map {
      extent.time(of: $0).seconds + 0.5 / Double(sampleRate(of: entry))
    }
    return early ?? extent.end
  }

  /// Decides whether filters cut an entry. The decision stays if only the speed changes.
  func chooseCut(of entry: PlaylistEntryID) {
    let cut = sound.rate == 1 ? nil : cut(of: entry)
    playlist[entry]?.cut = cut
  }

  /// Returns whether filters may already have passed a cut. If so, it can no longer move.
  func isPast(_ cut: Double?) -> Bool { cut.map { $0 < unfiltered } ?? false }

  /// Returns whether the filters would cut before they can change, although more should play. It is
  /// better to lose a short piece of audio than the rest of a track.
  private func isCutTooSoon(_ entry: PlaylistEntryID) -> Bool {
    guard let record = playlist[entry], let old = record.filtersCut else { return false }
    return isPast(old) && (cut(of: entry).map { $0 > old } ?? true)
  }

  /// Returns where to cut an entry, in seconds on libmpv's clock; `nil` for no cut.
  private func cut(of entry: PlaylistEntryID) -> Double? {
    guard !isEmptyClip(entry) else { return nil }
    let extent = extent(of: entry)
    return playlist[entry]?.end.map { extent.time(of: $0).seconds } ?? extent.cut
  }
}
