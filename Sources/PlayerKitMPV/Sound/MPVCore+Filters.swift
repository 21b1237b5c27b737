import PlayerKit

// What is done to the samples of one entry: exact where one track follows another.
extension MPVCore {
  /// Once an entry is open, and when the settings change: gives it the filters that it needs.
  ///
  /// A change that comes soon after another one waits: see ``FilterChanges``.
  ///
  /// - Parameter isStill: whether no sound is on its way: something begins, or is about to be dropped.
  func setFilters(isStill: Bool = false) {
    guard let entry = playingEntry, let record = playlist[entry] else { return }
    formats.isDue = true
    let gain = record.load.flatMap(gainFilter)
    let precision = precisionFilter(of: entry, record)
    let cut = sound.rate == 1 ? nil : cut(of: entry)
    let own = [trimFilter(of: entry, record, cut: cut), gain, precision].compactMap(\.self)
    // What is done to all sound is done to an overlap once, which has it as an entry of its own.
    let all =
      (own.isEmpty ? [] : ["lavfi=[\(own.joined(separator: ","))]"]) + sound.filters
      + meterFilters(of: entry)
    let chain = all.joined(separator: ",")
    guard chain != record.filters else { return }
    guard isStill || filters.isSettled(at: .now) else { return filters.wait() }
    playlist[entry]?.isLeveled = gain != nil
    playlist[entry]?.isPrecise = precision != nil
    playlist[entry]?.filters = chain
    setLocal("af", chain)
    if cut != record.cut {
      playlist[entry]?.cut = cut
      setEnd(of: entry)
    }
    filters.changed(holding: configuration.heldSound + .milliseconds(50), at: .now)
  }

  /// Makes the changes that had to wait.
  func setFiltersIfDue() {
    filters.setHeard(machine.speed > 0, at: .now)
    guard filters.takeDue(at: .now) else { return }
    applySound()
    setFilters()
  }

  private func trimFilter(
    of entry: PlaylistEntryID,
    _ record: PlaylistEntry,
    cut: Double?
  ) -> String? {
    let extent = extent(of: entry)
    let start =
      record.trim.map { extent.lead + $0 } ?? (extent.beginsWithMedia ? nil : extent.firstHeard)
    let bounds = [start.map { "start=\($0.seconds)" }, cut.map { "end=\($0)" }].compactMap(\.self)
    return bounds.isEmpty ? nil : "atrim=\(bounds.joined(separator: ":"))"
  }

  private func gainFilter(of load: EngineLoad) -> String? {
    guard loudness.mode != .off else { return nil }
    let tags = LoudnessTags(
      metadata: handle.get("metadata").texts,
      stated: load.source.replayGain
    )
    let factor = loudness.factor(for: tags, isInAlbum: load.album.isInOrder)
    return factor == 1 ? nil : "volume=\(factor)"
  }
}
