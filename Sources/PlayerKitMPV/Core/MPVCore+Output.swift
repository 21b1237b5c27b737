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
  /// When to look whether it is back; `nil`: it is there.
  var checkAt: ContinuousClock.Instant?
  /// How long to wait until the next look.
  var patience = OutputWatch.shortest

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
      outputWatch = OutputWatch(hasSounded: true)
      // From now on a loss is no failure. Before, a device that isn't there is one.
      set("audio-fallback-to-null", "yes")
      run { $0.outputReturned() }
    } else if outputWatch.hasSounded {
      outputWatch.checkAt = .now + outputWatch.patience
      outputWatch.patience = min(outputWatch.patience * 2, OutputWatch.longest)
      run { [now = configuration.clock.now] in $0.outputVanished(now: now) }
    } else if configuration.output == .auto {
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

// The output's own volume, by which pauses and seeks are softened.
extension MPVCore {
  /// Outputs whose volume is that of the app's stream, not of the device, and is heard at once. A
  /// change of libmpv's own volume is heard when what the output holds has been played.
  private static let fadingOutputs: Set<String> = ["pulse", "pipewire"]

  var canFade: Bool { outputName.map(Self.fadingOutputs.contains) ?? false }

  func carryOut(_ operations: [Fader.Operation]) {
    for operation in operations {
      switch operation {
      case .perform(let action): perform(action)
      case .setLevel(let level): setLevel(level)
      }
    }
  }

  private func setLevel(_ level: Double) {
    // What the user set, in the system's mixer perhaps, comes back after each fade.
    guard let full = outputVolume ?? handle.double("ao-volume") else { return }
    outputVolume = level < 1 ? full : nil
    // Volumes of streams are cubic.
    set("ao-volume", full * cbrt(level))
  }
}
