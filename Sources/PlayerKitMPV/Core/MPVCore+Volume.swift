import PlayerKit
import PlayerKitSystem

/// The state of the app's volume.
struct VolumeState: Sendable {
  /// The volume that the app set.
  var volume = 1.0
  var isMuted = false
  var stream = StreamVolume()
  /// The end of the last track. libmpv waits before it ends the track, so that its audio finishes
  /// before the stream's volume is restored.
  var tail: Tail?
  /// The volume that libmpv got last.
  private var given: Software?

  /// libmpv's own volume.
  struct Software: Sendable, Equatable {
    var volume = 1.0
    var isMuted = false
  }

  /// Records a volume for libmpv.
  ///
  /// - Returns: `false` if libmpv already has it.
  mutating func give(_ software: Software) -> Bool {
    defer { given = software }
    return given != software
  }

  struct Tail: Sendable {
    let hook: UInt64
    /// When it will have been heard.
    let checkAt: ContinuousClock.Instant
  }
}

// The app's volume. A sound server changes a stream's volume at once; libmpv's own volume is
// audible only after the output's buffer.
extension MPVCore {
  /// Outputs whose volume belongs to the app's stream rather than to the device, and takes effect
  /// at once.
  private static let streamOutputs: Set<String> = ["pulse", "pipewire"]

  /// Whether the open output has a volume for the app.
  var hasStreamVolume: Bool { outputName.map(Self.streamOutputs.contains) ?? false }

  private var mayTakeStream: Bool {
    switch configuration.output {
    case .auto, .device: configuration.volumeKind == .stream
    case .null, .pcm, .pipe: false
    }
  }

  private func streamLevel() -> Double? { handle.double("ao-volume") }

  private func setStream(_ level: Double?) {
    if let level { set("ao-volume", level) }
  }

  /// Sets the app's volume.
  func setVolume(_ volume: Double, isMuted: Bool) {
    (self.volume.volume, self.volume.isMuted) = (volume, isMuted)
    setStream(self.volume.stream.setShare(isMuted ? 0 : volume, streamLevel))
    if !self.volume.stream.isTaken { setSoftware() }
    reportVolumeKind()
  }

  /// Sets a fade level, as a share of the amplitude.
  func setFade(_ level: Double) {
    let wasTaken = volume.stream.isTaken
    setStream(volume.stream.setFade(level, streamLevel))
    // The user or another app has set the level above 100 %.
    guard wasTaken, !volume.stream.isTaken else { return }
    setSoftware()
    reportVolumeKind()
  }

  /// Called when another output or none is open.
  func outputVolumeChanged() {
    volume.stream.lost()
    guard outputName == nil else { return takeVolume() }
    setSoftware()
    reportVolumeKind()
  }

  private func reportVolumeKind() {
    volumeKind.withLock { $0 = volume.stream.isTaken ? .stream : .software }
  }

  /// Keeps playback silent until the stream exists, if its volume can only be read then.
  func awaitVolume() {
    guard mayTakeStream, !volume.stream.isTaken, volume.stream.share < 1 else { return }
    setPaused(pauseGate.awaitOutput())
  }

  /// Applies the volume to an open output.
  func takeVolume() {
    // PipeWire's native output is untested.
    if mayTakeStream, outputName == "pulse" {
      setStream(volume.stream.take(streamLevel))
      if volume.stream.isTaken {
        give(.init())
      } else {
        volume.stream.lost()
        setSoftware()
      }
    } else if outputName != nil {
      setSoftware()
    }
    reportVolumeKind()
    setPaused(pauseGate.outputOpened())
  }

  /// Applies the volume after a seek or a start, when libmpv has an output, even if it changed too
  /// fast for a notification.
  func takeVolumeAtRestart() {
    guard !volume.stream.isTaken else { return }
    if outputName == nil { outputName = handle.get("current-ao").text }
    takeVolume()
  }

  /// Prepares to move to another output, whose stream may have any volume.
  func leaveStream() {
    guard volume.stream.isLowered else { return }
    volume.stream.lost()
    setSoftware()
    awaitVolume()
  }

  /// Restores the user's volume before the stream closes or when nothing plays.
  func restoreVolume() {
    guard volume.stream.isTaken else { return }
    // In this order, the audio never gets louder than it was.
    setSoftware()
    setStream(volume.stream.restore(streamLevel))
  }

  private func setSoftware() {
    give(.init(volume: volume.volume, isMuted: volume.isMuted))
  }

  private func give(_ software: VolumeState.Software) {
    guard volume.give(software) else { return }
    set("volume", software.volume * 100)
    set("mute", software.isMuted)
  }

  // MARK: The last sound

  /// Returns whether libmpv must wait before it ends the decoded entry.
  func holdsTail(_ hook: UInt64) -> Bool {
    guard volume.stream.isLowered, let active, playlist.isLast(active),
      handle.flag("pause") == false
    else { return false }
    // libmpv does not report how much is still to be heard, so use the maximum of its buffer and
    // the output's.
    let held = max(configuration.heldSound, .milliseconds(200)) + configuration.heldSound
    volume.tail = VolumeState.Tail(hook: hook, checkAt: .now + held + .milliseconds(50))
    return true
  }

  /// Ends the tail if its time is over.
  func checkTailIfDue() {
    guard let tail = volume.tail, tail.checkAt <= .now else { return }
    restoreVolume()
    endTail()
  }

  /// Lets libmpv continue.
  func endTail() {
    guard let tail = volume.tail else { return }
    volume.tail = nil
    confirmEnd()
    handle.continueHook(tail.hook)
  }
}

extension MPVEngineStateMachine.Action {
  /// Whether libmpv must carry this out, and so must not wait for a tail.
  var changesPlayback: Bool {
    switch self {
    case .open, .beginLive, .examine, .close, .setOutput, .render, .cancelRendering, .measure,
      .wake, .report:
      false
    case .replace, .append, .clearPlaylist, .stop, .seek, .setPaused, .setEnd, .trim: true
    }
  }
}
