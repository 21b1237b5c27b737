import PlayerKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is known of the output that is in use.
struct OutputWatch: Sendable {
  /// Whether there ever was one that can be heard.
  var hasSounded = false
  /// The device that is wanted; `nil`: the system's output.
  var device: String?
  /// Whether that device is gone.
  var isDeviceLost = false
  /// Whether that device was there when libmpv told last which devices there are.
  var isListed = false
  /// Whether libmpv tells which devices there are.
  var isWatching = false
  /// When to look whether it is back; `nil`: it is there.
  var checkAt: ContinuousClock.Instant?
  /// How long to wait until the next look.
  var checkInterval = OutputWatch.shortest

  static let shortest = Duration.milliseconds(500)
  static let longest = Duration.seconds(4)
}

// libmpv leaves an output that fails by itself, and takes another one, at worst one that is silent.
// It never comes back by itself.
extension MPVCore {
  /// libmpv has another output; `nil` in between.
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
      if outputWatch.isDeviceLost, configuration.deviceLoss == .wait,
        let device = outputWatch.device
      {
        outputWatch.isDeviceLost = false
        configuration.onNotice(.deviceReturned(device))
      }
      // From now on a loss is no failure. Before, a device that isn't there is one.
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

  /// Has libmpv look for the output anew; what comes of it is a change.
  func checkOutputIfDue() {
    guard let deadline = outputWatch.checkAt, deadline <= .now else { return }
    outputWatch.checkAt = .now + OutputWatch.longest
    command("ao-reload")
  }
}

// The device that was chosen.
extension MPVCore {
  private static let devices = "audio-device-list"
  private static let chosen = "audio-device"
  private static let automatic = "auto"

  /// Takes a device for what plays and what comes; `nil`: the system's output.
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

  /// Has libmpv tell which devices there are, where that matters: a watch costs a connection to the sound server.
  func watchDevices() {
    guard configuration.deviceLoss == .fallBack, outputWatch.device != nil,
      !outputWatch.isWatching
    else { return }
    outputWatch.isWatching = true
    try? handle.observe(Self.devices)
  }

  /// The devices that there are have changed.
  func devicesChanged(to list: MPVValue) {
    guard let device = outputWatch.device else { return }
    let isThere = AudioDevice.list(list).contains { $0.id == device }
    defer { outputWatch.isListed = isThere }
    if isThere, outputWatch.isDeviceLost {
      outputWatch.isDeviceLost = false
      configuration.onNotice(.deviceReturned(device))
      take(device)
    } else if !isThere, outputWatch.isListed {
      // PulseAudio has moved the sound to another device by itself, or libmpv is about to lose it.
      loseDevice()
    }
  }

  /// The device is gone. Said twice: no effect.
  private func loseDevice() {
    guard let device = outputWatch.device, !outputWatch.isDeviceLost else { return }
    outputWatch.isDeviceLost = true
    configuration.onNotice(.deviceLost(device))
  }

  /// Has the system's output sound in place of a device that can't be opened, where that is wanted.
  private func fallBack() {
    guard configuration.deviceLoss == .fallBack, outputWatch.device != nil,
      handle.get(Self.chosen).text != Self.automatic
    else { return }
    adopt(deviceFormat(of: nil))
    set(Self.chosen, Self.automatic)
  }

  private func take(_ device: String?) {
    watchDevices()
    // What plays goes on while the server is asked.
    let format = deviceFormat(of: device)
    let now = configuration.clock.now
    // What follows opens the output anew.
    leaveStream()
    adopt(format)
    // From now on a loss is no failure, as with the device of before.
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

// The output's own volume, by which pauses and seeks are softened.
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
