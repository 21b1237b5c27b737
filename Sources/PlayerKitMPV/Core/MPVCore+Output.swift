import PlayerKit
import PlayerKitSystem

/// The state of the output in use.
struct OutputWatch: Sendable {
  /// Whether an audible output was ever open.
  var hasSounded = false
  /// The chosen device; `nil` for the system's output.
  var device: String?
  /// Whether that device is gone.
  var isDeviceLost = false
  /// Whether libmpv's last device list contained that device.
  var isListed = false
  /// Whether libmpv reports the devices.
  var isWatching = false
  /// When to check whether it is back; `nil` if it is there.
  var checkAt: ContinuousClock.Instant?
  /// The delay until the next check.
  var checkInterval = OutputWatch.shortest

  static let shortest = Duration.milliseconds(500)
  static let longest = Duration.seconds(4)
}

// If an output fails, libmpv leaves it and opens another one, possibly a silent one. It never
// returns by itself.
extension MPVCore {
  /// Handles a new output of libmpv; `nil` between two outputs.
  func outputChanged(to name: String?) {
    guard let name else { return }
    switch configuration.output {
    case .null, .pcm, .pipe: return
    case .auto, .device: break
    }
    if name != "null" {
      outputWatch.hasSounded = true
      outputWatch.checkAt = nil
      outputWatch.checkInterval = OutputWatch.shortest
      if outputWatch.isDeviceLost, configuration.deviceLoss != .fallBack,
        let device = outputWatch.device
      {
        outputWatch.isDeviceLost = false
        configuration.onNotice(.deviceReturned(device))
      }
      // From now on, a lost device is not an error. At first, a missing device is.
      set("audio-fallback-to-null", "yes")
      run { $0.outputReturned() }
    } else if outputWatch.hasSounded || outputWatch.device != nil {
      loseDevice()
      outputWatch.checkAt = .now + outputWatch.checkInterval
      outputWatch.checkInterval = min(outputWatch.checkInterval * 2, OutputWatch.longest)
      run { [now = configuration.clock.now] in $0.outputVanished(now: now) }
      fallBack()
    } else {
      configuration.onNotice(.noSoundCard)
    }
  }

  /// Makes libmpv look for the output again. A success arrives as an output change.
  func checkOutputIfDue() {
    guard let deadline = outputWatch.checkAt, deadline <= .now else { return }
    outputWatch.checkAt = .now + OutputWatch.longest
    command("ao-reload")
  }
}

// The chosen device.
extension MPVCore {
  private static let devices = "audio-device-list"
  private static let chosen = "audio-device"
  private static let automatic = "auto"

  /// Uses a device for the current and later playback; `nil` for the system's output.
  func setDevice(_ id: String?) {
    switch configuration.output {
    case .null, .pcm, .pipe: return
    case .auto, .device: break
    }
    let id = id == Self.automatic ? nil : id
    guard id != outputWatch.device || outputWatch.isDeviceLost else { return }
    outputWatch.device = id
    outputWatch.isDeviceLost = false
    outputWatch.isListed = false
    take(id)
  }

  /// Makes libmpv report the devices, if needed: this costs a connection to the sound server.
  func watchDevices() {
    guard configuration.deviceLoss == .fallBack, outputWatch.device != nil,
      !outputWatch.isWatching
    else { return }
    outputWatch.isWatching = true
    try? handle.observe(Self.devices)
  }

  /// Handles a change of the device list.
  func devicesChanged(to list: MPVValue) {
    guard let device = outputWatch.device else { return }
    let isThere = AudioDevice.list(list).contains { $0.id == device }
    defer { outputWatch.isListed = isThere }
    if isThere, outputWatch.isDeviceLost {
      outputWatch.isDeviceLost = false
      configuration.onNotice(.deviceReturned(device))
      take(device)
    } else if !isThere, outputWatch.isListed {
      // PulseAudio has moved the audio to another device, or libmpv is about to lose it.
      loseDevice()
    }
  }

  /// Marks the device as lost. A second call has no effect.
  private func loseDevice() {
    guard let device = outputWatch.device, !outputWatch.isDeviceLost else { return }
    outputWatch.isDeviceLost = true
    configuration.onNotice(.deviceLost(device))
  }

  /// Moves the audio to the system's output if the device can't be opened and the configuration
  /// allows it.
  private func fallBack() {
    guard configuration.deviceLoss == .fallBack, outputWatch.device != nil,
      handle.get(Self.chosen).text != Self.automatic
    else { return }
    adopt(deviceFormat(of: nil))
    set(Self.chosen, Self.automatic)
  }

  private func take(_ device: String?) {
    watchDevices()
    // Playback continues during this query to the server.
    let format = deviceFormat(of: device)
    let now = configuration.clock.now
    // The following calls reopen the output.
    leaveStream()
    adopt(format)
    // From now on, a lost device is not an error, as with the previous device.
    if outputWatch.hasSounded { set("audio-fallback-to-null", "yes") }
    let name = device ?? Self.automatic
    if handle.get(Self.chosen).text == name {
      command("ao-reload")
    } else {
      set(Self.chosen, name)
    }
    if outputName != nil { run { $0.outputMoved(at: now) } }
  }
}

// The output's own volume, which smooths pauses and seeks.
extension MPVCore {
  var canFade: Bool { hasStreamVolume }

  func execute(_ operations: [Fader.Operation]) {
    for operation in operations {
      switch operation {
      case .perform(let action): perform(action)
      case .setLevel(let level): setFade(level)
      }
    }
  }
}
