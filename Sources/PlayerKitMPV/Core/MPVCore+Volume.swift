import PlayerKitSystem
import PlayerKit

/// What is done about the volume of the app.
struct VolumeState: Sendable {
  /// What the app wants.
  var volume = 1.0
  var isMuted = false
  var stream = StreamVolume()
  /// The end of a track that nothing follows: libmpv waits before it ends it, so that its last sound is over before
  /// the stream is given back.
  var tail: Tail?
  /// What libmpv was given last.
  private var given: Software?

  /// libmpv's own volume.
  struct Software: Sendable, Equatable {
    var volume = 1.0
    var isMuted = false
  }

  /// Notes that libmpv is given a volume.
  ///
  /// - Returns: `false` if it has that already.
  mutating func give(_ software: Software) -> Bool {
    defer { given = software }
    return given != software
  }

  struct Tail: Sendable {
    let hook: UInt64
    /// When it was heard.
    let checkAt: ContinuousClock.Instant
  }
}

// The volume of the app. A sound server changes that of a stream at once; libmpv's own is heard when what the
// output holds has been played.
extension MPVCore {
  /// Outputs whose volume is that of the app's stream, not of the device, and is heard at once.
  private static let streamOutputs: Set<String> = ["pulse", "pipewire"]

  /// Whether the output that is open has a volume for the app.
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

  /// The app wants another volume.
  func setVolume(_ volume: Double, isMuted: Bool) {
    (self.volume.volume, self.volume.isMuted) = (volume, isMuted)
    setStream(self.volume.stream.setShare(isMuted ? 0 : volume, streamLevel))
    if !self.volume.stream.isTaken { setSoftware() }
    reportVolumeKind()
  }

  /// A share of the amplitude, for a fade.
  func setFade(_ level: Double) {
    let wasTaken = volume.stream.isTaken
    setStream(volume.stream.setFade(level, streamLevel))
    // Somebody has made it louder than all.
    guard wasTaken, !volume.stream.isTaken else { return }
    setSoftware()
    reportVolumeKind()
  }

  /// Another output is open, or none.
  func outputVolumeChanged() {
    volume.stream.lost()
    guard outputName == nil else { return takeVolume() }
    setSoftware()
    reportVolumeKind()
  }

  private func reportVolumeKind() {
    volumeKind.withLock { $0 = volume.stream.isTaken ? .stream : .software }
  }

  /// Before something is played: where the volume of its stream can be known only once there is one, nothing
  /// sounds until then.
  func awaitVolume() {
    guard mayTakeStream, !volume.stream.isTaken, volume.stream.share < 1 else { return }
    setPaused(pauseGate.awaitOutput())
  }

  /// There is an output: it gets the volume.
  func takeVolume() {
    // PipeWire's own output was not tried.
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

  /// libmpv is where it was to be, and so has an output, even where that went and came so fast that nobody was told.
  func takeVolumeAtRestart() {
    guard !volume.stream.isTaken else { return }
    if outputName == nil { outputName = handle.get("current-ao").text }
    takeVolume()
  }

  /// The sound is about to move to another output, whose stream may have any volume.
  func leaveStream() {
    guard volume.stream.isLowered else { return }
    volume.stream.lost()
    setSoftware()
    awaitVolume()
  }

  /// Before the stream goes, and when nothing sounds: its volume becomes what the user has given it.
  func restoreVolume() {
    guard volume.stream.isTaken else { return }
    // Only in this order nothing is ever louder than it was.
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

  /// Whether libmpv is to wait before it ends the entry that it has decoded.
  func holdsTail(_ hook: UInt64) -> Bool {
    guard volume.stream.isLowered, let active, playlist.isLast(active),
      handle.flag("pause") == false
    else { return false }
    // libmpv does not tell how much there is still to be heard: what it holds at most, and the output.
    let held = max(configuration.heldSound, .milliseconds(200)) + configuration.heldSound
    volume.tail = VolumeState.Tail(hook: hook, checkAt: .now + held + .milliseconds(50))
    return true
  }

  /// Looks whether the tail is over.
  func checkTailIfDue() {
    guard let tail = volume.tail, tail.checkAt <= .now else { return }
    restoreVolume()
    endTail()
  }

  /// Has libmpv go on.
  func endTail() {
    guard let tail = volume.tail else { return }
    volume.tail = nil
    confirmEnd()
    handle.continueHook(tail.hook)
  }
}

extension MPVEngineStateMachine.Action {
  /// Whether it is for libmpv to carry out, which must not wait for a tail then.
  var changesPlayback: Bool {
    switch self {
    case .open, .beginLive, .examine, .close, .setOutput, .render, .cancelRendering, .measure,
      .wake, .report:
      false
    case .replace, .append, .clearPlaylist, .stop, .seek, .setPaused, .setEnd, .trim: true
    }
  }
}
