import PlayerKit

// Commands for options, volume and outputs.
extension MPDInterpreter {
  func options(_ name: String, _ arguments: MPDArguments) throws(MPDError) -> MPDResult? {
    switch name {
    case "repeat": try setRepeat(arguments.flag(0))
    case "random": queue.isShuffled = try arguments.flag(0)
    case "single": try setSingle(arguments[0])
    case "consume":
      modes.consumes = try arguments.flag(0)
      changes.append((nil, .options))
    case "crossfade":
      queue.change(.crossfade(.seconds(try arguments.number(0, most: Int(UInt32.max)))))
    case "setvol": queue.volume = Double(try arguments.number(0, most: 100)) / 100
    case "volume": try changeVolume(arguments.integer(0))
    case "getvol": return .lines { $0.add("volume", MPDStatus.percent(state.shown.volume)) }
    case "replay_gain_mode": try setLoudness(arguments[0])
    case "replay_gain_status":
      return .lines { $0.add("replay_gain_mode", queue.playback.settings.loudness.mode.rawValue) }
    case "outputs": return outputs()
    case "enableoutput": try setOutput(arguments) { _ in true }
    case "disableoutput": try setOutput(arguments) { _ in false }
    case "toggleoutput": try setOutput(arguments) { !$0 }
    case "outputset":
      _ = try output(arguments)
      throw MPDError(.argument, "Unsupported attribute")
    default: return nil
    }
    return .done
  }

  private func setRepeat(_ isRepeating: Bool) {
    let single = state.single
    set(isRepeating: isRepeating, isSingle: single != .off, isOnce: single == .once)
  }

  private func setSingle(_ text: String) throws(MPDError) {
    guard let single = MPDStatus.Single(rawValue: text) else {
      throw MPDError(.argument, "Unrecognized single mode, expected 0, 1, or oneshot")
    }
    set(isRepeating: queue.repeatMode != .off, isSingle: single != .off, isOnce: single == .once)
  }

  /// Sets the repeat options. MPD has two options for the queue's one mode, and `oneshot`, which
  /// applies once.
  private func set(isRepeating: Bool, isSingle: Bool, isOnce: Bool) {
    let repeatsOne = isRepeating && isSingle && !isOnce
    modes.isSingle = isSingle && !isOnce && !repeatsOne
    queue.repeatMode = repeatsOne ? .one : isRepeating ? .all : .off
    queue.stopsAfterCurrent = isSingle && !repeatsOne
  }

  private func changeVolume(_ change: Int) throws(MPDError) {
    guard (-100...100).contains(change) else {
      throw MPDError(.argument, "Number too large: \(change)")
    }
    queue.volume = Double(MPDStatus.percent(state.shown.volume) + change) / 100
  }

  private func setLoudness(_ text: String) throws(MPDError) {
    guard let mode = Loudness.Mode(rawValue: text) else {
      throw MPDError(.argument, "Unrecognized replay gain mode")
    }
    var loudness = queue.playback.settings.loudness
    loudness.mode = mode
    queue.change(.loudness(loudness))
  }

  // MARK: - The output

  private func outputs() -> MPDResult {
    .lines { response in
      response.add("outputid", 0)
      response.add("outputname", configuration.outputName)
      response.add("plugin", "playerkit")
      response.add("outputenabled", queue.isMuted ? 0 : 1)
    }
  }

  private func output(_ arguments: MPDArguments) throws(MPDError) -> Int {
    let number = try arguments.number(0)
    guard number == 0 else { throw MPDError(.noSuchThing, "No such audio output") }
    return number
  }

  /// Sets the only output. If it is off, the queue is muted.
  private func setOutput(_ arguments: MPDArguments, _ wish: (Bool) -> Bool) throws(MPDError) {
    _ = try output(arguments)
    queue.isMuted = !wish(!queue.isMuted)
  }
}
