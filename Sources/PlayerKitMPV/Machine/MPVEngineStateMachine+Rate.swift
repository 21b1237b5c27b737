import PlayerKit

// A load that follows another at a speed of its own. libmpv gets that speed when it begins the load: all of the load
// before has gone through libmpv's filters by then, and keeps its speed.
extension MPVEngineStateMachine {
  /// The settings for libmpv. They may already be those of the next load, before it is heard.
  private var outputOfActive: OutputSettings {
    var settings = output
    if let next, next.isActive || next.isDecoded, let rate = next.rate { settings.rate = rate }
    return settings
  }

  /// Track time per clock time of what libmpv has in hand.
  var speedOfActive: Double { speed > 0 ? outputOfActive.rate : 0 }

  /// Gives libmpv the settings.
  mutating func tellOutput() -> [Action] {
    let settings = outputOfActive
    toldRate = settings.rate
    return [.setOutput(settings)]
  }

  /// Gives libmpv the speed of the load that it decodes now, if that speed differs.
  mutating func tellRate() -> [Action] {
    outputOfActive.rate == toldRate ? [] : tellOutput()
  }

  /// The next load becomes the current one.
  mutating func takeRate(of next: NextItem) {
    if let rate = next.rate { output.rate = rate }
  }
}
