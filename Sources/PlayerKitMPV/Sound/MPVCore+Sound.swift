import PlayerKit

// What is done to the sound: filters of the entry that libmpv has in hand, and how they change while it
// plays.
extension MPVCore {
  /// The speed changes.
  func changeSoundRate(to rate: Double) {
    guard rate != sound.rate else { return }
    sendFilters(sound.setRate(rate))
    // What is measured is higher than it was.
    if sound.stretches, !metering.kinds.isEmpty { setFilters() }
  }

  private func sendFilters(_ commands: [SoundStage.Command]) {
    for command in commands {
      // libmpv says no whatever a filter in a graph says.
      _ = try? handle.command(["af-command", command.label, command.name, command.argument])
    }
  }

  /// The settings change.
  func changeSound(to processing: SoundProcessing) {
    guard processing != filters.processing ?? sound.target else { return }
    filters.processing = processing
    applySound()
  }

  /// Applies the settings that were asked for last, once filters may change.
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

  /// Takes the settings that were asked for last.
  private func takeProcessing() -> SoundChain.Change {
    guard let processing = filters.processing else { return .none }
    filters.processing = nil
    guard processing != sound.target else { return .none }
    return sound.change(to: processing, from: unfiltered)
  }

  /// What of an entry has certainly not come to its filters: all from here on, in seconds on libmpv's clock.
  var unfiltered: Double {
    // The output holds so much, and libmpv as much before it.
    let ahead = max(configuration.heldSound.seconds, 0.2) * 2 + 0.2
    return (handle.double("audio-pts") ?? 0) + ahead * sound.rate
  }

  /// An entry is open: it begins with what the settings say.
  func beginSound() {
    _ = takeProcessing()
    sound.begin(at: sampleRate(of: playingEntry))
    if sound.stretches { setLocal("audio-pitch-correction", "no") }
    scheduleSound()
  }

  /// libmpv is about to make all filters anew: with the values that they have by now, and without what is
  /// not wanted any more.
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

  /// Goes on with what is due.
  func moveSound() {
    guard let due = soundAt else {
      // A pause has ended it.
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

  /// Positions jump over silence that is left out; looked for so often.
  private static let silenceInterval = Duration.milliseconds(100)

  private func scheduleSound() {
    let isJumping = sound.skipsSilence && machine.speed > 0
    let wait = sound.isMoving ? SoundChain.interval : isJumping ? Self.silenceInterval : nil
    soundAt = wait.map { now + $0 }
  }
}

extension MPVHandle {
  /// Whether libavfilter has Rubber Band, by which the pitch changes. Nothing may be loaded.
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
