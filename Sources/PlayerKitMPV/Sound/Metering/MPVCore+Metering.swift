import PlayerKit

/// The core's state of metering.
struct MeterWatch: Sendable {
  /// The kinds that have a filter.
  var kinds: [MeterKind] = []
  /// The file descriptor to which filters write.
  var descriptor: Int32 = -1
  /// The playback speed that the meter has.
  var speed = 0.0
  /// When to check libmpv's position again; `nil` to wait for an event.
  var checkAt: ContinuousClock.Instant?

  static let soon = Duration.milliseconds(100)
  static let later = Duration.seconds(1)
}

// Measures the audio while there are readers.
extension MPVCore {
  /// Handles added or removed readers.
  func readersChanged() {
    let kinds = meter.kinds
    guard kinds != metering.kinds else { return }
    if !kinds.isEmpty {
      guard let descriptor = meter.start() else { return }
      metering.descriptor = descriptor
    }
    metering.kinds = kinds
    setFilters()
    metering.speed = 0
    metering.checkAt = nil
  }

  private var hasMeterFilters: Bool {
    playingEntry.flatMap { playlist[$0]?.filters.contains(MeterFilter.label) } ?? false
  }

  /// Stops the meter's thread once no filters depend on it.
  private func stopMeterIfUnread() {
    if meter.isRunning, !hasMeterFilters { meter.stop() }
  }

  /// Returns the filters that measure an entry.
  func meterFilters(of entry: PlaylistEntryID) -> [String] {
    metering.kinds.map { kind in
      MeterFilter(
        kind: kind,
        entry: entry,
        sampleRate: sampleRate(of: entry),
        // libmpv plays it faster, and so higher, than the filters see it.
        pitch: sound.stretches ? sound.rate : 1,
        descriptor: metering.descriptor
      ).words
    }
  }

  /// Keeps the meter's clock in sync with playback, after each event and all submitted calls.
  func keepMeter(after event: MPVEvent) {
    guard !metering.kinds.isEmpty else { return stopMeterIfUnread() }
    let isElsewhere = event == .seek
    let speed = isHeard && !isElsewhere ? machine.speed : 0
    if speed == 0 {
      guard metering.speed != 0 || isElsewhere else { return }
      (metering.speed, metering.checkAt) = (0, nil)
      return meter.pause(isElsewhere: isElsewhere)
    }
    let isDue = metering.checkAt.map { $0 <= .now } ?? false
    guard speed != metering.speed || isDue || event == .playbackRestart else { return }
    let isNew = speed != metering.speed || event == .playbackRestart
    let isSet = setMeterAnchor(speed)
    if isSet { metering.speed = speed }
    metering.checkAt = .now + (isNew || !isSet ? MeterWatch.soon : MeterWatch.later)
  }

  private var isHeard: Bool { active != nil || machine.isTailSounding }

  private func setMeterAnchor(_ speed: Double) -> Bool {
    guard let entry = playingEntry, let time = handle.double("audio-pts") else { return false }
    let instant = ContinuousClock.now
    guard entry == playingEntry, let load = load(heardAs: entry) else { return false }
    let offset = liveAhead(of: entry) ?? .zero - extent(of: entry).lead
    let anchor = MeterTimeline.Anchor(
      time: time,
      instant: instant,
      speed: speed,
      load: load,
      offset: offset
    )
    meter.set(anchor, for: entry) { playlist[$0] != nil }
    return true
  }

  /// Returns the load of an entry; for an overlap, the load that begins.
  private func load(heardAs entry: PlaylistEntryID) -> LoadID? {
    let slots = [machine.current, machine.next?.slot].compactMap(\.self)
    return slots.first { $0.entry == entry }?.id ?? playlist[entry]?.load?.id
  }
}
