import PlayerKit

// Where an entry ends, if that is before its media does.
//
// libmpv cuts what comes out of its filters and its resampler. At another speed than 1 it is wrong about when
// a piece of sound ends, by up to 20 ms. So a filter in front of the others cuts there.
extension MPVCore {
  /// Has libmpv end an entry that it has in hand, where its filters do not.
  func setEnd(of entry: PlaylistEntryID) {
    let isCut = playlist[entry]?.cut.map { $0 == cut(of: entry) } ?? false
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

  /// Where filters are to cut an entry, in seconds on libmpv's clock; `nil`: nowhere.
  func cut(of entry: PlaylistEntryID) -> Double? {
    guard !isEmptyClip(entry) else { return nil }
    let extent = extent(of: entry)
    return playlist[entry]?.end.map { extent.time(of: $0).seconds } ?? extent.cut
  }
}
