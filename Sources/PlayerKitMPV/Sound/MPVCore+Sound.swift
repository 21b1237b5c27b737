import PlayerKit

// The audio processing: the filters of libmpv's current entry, and how they change during playback.
extension MPVCore {
  /// Handles a change of the speed.
  func changeSoundRate(to rate: Double) {
    guard rate != sound.rate else { return }
    sendFilters(sound.setRate(rate))
    // The measured audio is higher in pitch than before.
    if sound.stretches, !metering.kinds.isEmpty { setFilters() }
  }

  private func sendFilters(_ commands: [SoundStage.Command]) {
    for command in commands {
      // libmpv always reports failure for a filter in a graph.
      _ = try? handle.command(["af-command", command.label, command.name, command.argument])
    }
  }

  /// Handles a change of the settings.
  func changeSound(to processing: SoundProcessing) {
    guard processing != filters.processing ?? sound.target else { return }
    filters.processing = processing
    applySound()
  }

  /// Applies the latest settings once filters may change.
  func applySound() {
    guard filters.processing != nil else { return }
    guard filters.isSettled(at: now) else { return filters.wait() }
    switch takeProcessing() {
    case .none: return
    case .moving: break
    case .rebuilt: setFilters()
    }
    scheduleSound()
  }

  /// Takes the latest settings.
  private func takeProcessing() -> SoundChain.Change {
    guard let processing = filters.processing else { return .none }
    filters.processing = nil
    guard processing != sound.target else { return .none }
    return sound.change(to: processing, from: unfiltered)
  }

  /// The part of an entry that has certainly not reached its filters: everything from this time on,
  /// in seconds on libmpv's clock.
  var unfiltered: Double {
    // The output holds this much, and libmpv as much before it.
    let ahead = max(configuration.heldSound.seconds, 0.2) * 2 + 0.2
    return (handle.double("audio-pts") ?? 0) + ahead * sound.rate
  }

  /// Starts an entry with the current settings.
  func beginSound() {
    _ = takeProcessing()
    sound.begin(at: sampleRate(of: playingEntry))
    if sound.stretches { setLocal("audio-pitch-correction", "no") }
    scheduleSound()
  }

  /// Prepares for libmpv to recreate all filters: with their current values, and without unneeded
  /// filters.
  func refreshSound() {
    let stretched = sound.stretches
    _ = takeProcessing()
    sound.refresh()
    if sound.stretches != stretched {
      setLocal("audio-pitch-correction", sound.stretches ? "no" : "yes")
    }
    setFilters(atOnce: true)
    scheduleSound()
  }

  /// Makes the next step if it is due.
  func moveSound() {
    guard let due = soundAt else {
      // A pause stopped the checks; this restarts them.
      return sound.skipsSilence && machine.speed > 0 ? scheduleSound() : ()
    }
    guard due <= now else { return }
    sendFilters(sound.step())
    if sound.skipsSilence {
      let reading = reading()
      run { $0.correct(reading) }
    }
    scheduleSound()
  }

  /// How often to look for position jumps over skipped silence.
  private static let silenceInterval = Duration.milliseconds(100)

  private func scheduleSound() {
    let isJumping = sound.skipsSilence && machine.speed > 0
    let wait = sound.isMoving ? SoundChain.interval : isJumping ? Self.silenceInterval : nil
    soundAt = wait.map { now + $0 }
  }
}

extension MPVHandle {
  /// Whether libavfilter has Rubber Band, which changes the pitch. Nothing may be loaded.
  var hasRubberband: Bool {
    do throws(MPVFailure) {
      try set("af", "lavfi-rubberband=pitch=1")
      try set("af", "")
      return true
    } catch {
      return false
    }
  }
}
