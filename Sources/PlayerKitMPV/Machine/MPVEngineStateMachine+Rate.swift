import PlayerKit

// A load that follows at its own speed. libmpv gets that speed when it begins the load: by then the
// previous load has passed through libmpv's filters and keeps its speed.
extension MPVEngineStateMachine {
  /// The settings for libmpv. They may already be the next load's, before it is heard.
  private var outputOfActive: OutputSettings {
    var settings = output
    if let next, next.isActive || next.isDecoded, let rate = next.rate { settings.rate = rate }
    return settings
  }

  /// Track time per real time for libmpv's current entry.
  var speedOfActive: Double { speed > 0 ? outputOfActive.rate : 0 }

  /// Passes the settings to libmpv.
  mutating func tellOutput() -> [Action] {
    let settings = outputOfActive
    toldRate = settings.rate
    return [.setOutput(settings)]
  }

  /// Passes the speed of the load that libmpv decodes now, if it differs.
  mutating func tellRate() -> [Action] {
    outputOfActive.rate == toldRate ? [] : tellOutput()
  }

  /// Adopts the speed of the next load, which becomes the current one.
  mutating func takeRate(of next: NextItem) {
    if let rate = next.rate { output.rate = rate }
  }
}
