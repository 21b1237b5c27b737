import PlayerKit

// The filters for the samples of one entry, sample-exact at transitions.
extension MPVCore {
  /// Applies the filters of the current entry, when it opens and when the settings change.
  ///
  /// A change soon after another one waits: see ``FilterChanges``.
  ///
  /// - Parameter atOnce: whether it does not wait, because an entry begins, audio is about to be
  ///   dropped, or more would be lost.
  func setFilters(atOnce: Bool = false) {
    guard let entry = playingEntry else { return }
    if atOnce { chooseCut(of: entry) }
    guard let record = playlist[entry] else { return }
    formats.isDue = true
    let gain = record.load.flatMap(gainFilter)
    let precision = precisionFilter(of: entry, record)
    let cut = atOnce || !isPast(record.cut) ? record.cut : record.filtersCut
    let mix = isStereo ? record.format?.stereoFilter : nil
    let own = [trimFilter(of: entry, record, cut: cut), gain, mix, precision].compactMap(\.self)
    // Global processing applies once to an overlap, which is its own entry.
    let all =
      (own.isEmpty ? [] : ["lavfi=[\(own.joined(separator: ","))]"]) + sound.filters
      + meterFilters(of: entry)
    let chain = all.joined(separator: ",")
    guard chain != record.filters else { return }
    guard atOnce || filters.isSettled(at: now) else { return filters.wait() }
    playlist[entry]?.isLeveled = gain != nil
    playlist[entry]?.isPrecise = precision != nil
    playlist[entry]?.filters = chain
    playlist[entry]?.filtersCut = cut
    // Either the filters or libmpv define the end at each moment.
    let isMoved = cut != record.filtersCut
    if isMoved, cut == nil { setEnd(of: entry) }
    setLocal("af", chain)
    if isMoved, cut != nil { setEnd(of: entry) }
    filters.changed(holding: configuration.heldSound + .milliseconds(50), at: now)
  }

  /// Makes the changes that had to wait.
  func setFiltersIfDue() {
    filters.setHeard(machine.speed > 0, at: now)
    guard filters.takeDue(at: now) else { return }
    applySound()
    setFilters()
  }

  private func trimFilter(
    of entry: PlaylistEntryID,
    _ record: PlaylistEntry,
    cut: Double?
  ) -> String? {
    let extent = extent(of: entry)
    let first = extent.beginsWithMedia ? nil : extent.firstHeard
    let start = record.trim.map { extent.initialLead + $0 } ?? first
    let bounds = [
      start.map { "start=\($0.seconds.inMicroseconds)" }, cut.map { "end=\($0.inMicroseconds)" },
    ].compactMap(\.self)
    return bounds.isEmpty ? nil : "atrim=\(bounds.joined(separator: ":"))"
  }

  private func gainFilter(of load: EngineLoad) -> String? {
    guard loudness.mode != .off else { return nil }
    let tags = LoudnessTags(
      metadata: handle.get("metadata").texts,
      fields: playingEntry.flatMap { registry.stream(of: $0)?.mediaFacts?.fields },
      stated: load.source.replayGain
    )
    let factor = loudness.factor(for: tags, isInAlbum: load.album.isInOrder)
    return factor == 1 ? nil : "volume=\(factor)"
  }
}

extension Double {
  /// The seconds in libavfilter's syntax, which allows no exponent.
  fileprivate var inMicroseconds: String { "\(Int64(Swift.min(self * 1e6, 1e15).rounded()))us" }
}
