import PlayerKit

// Commands for playback.
extension MPDInterpreter {
  func playback(_ name: String, _ arguments: MPDArguments) throws(MPDError) -> MPDResult? {
    switch name {
    case "play": try play(arguments.count == 0 ? -1 : arguments.integer(0))
    case "playid": try playNumber(arguments.count == 0 ? -1 : arguments.integer(0))
    case "pause": try pause(arguments)
    case "stop": queue.stop()
    case "next": try skip { $0.next }
    case "previous": try skip { $0.previous }
    case "seek":
      let index = try arguments.number(0)
      try seek(to: arguments.seconds(1), in: entry(at: index))
    case "seekid":
      let number = try arguments.number(0)
      try seek(to: arguments.seconds(1), in: entry(number: number))
    case "seekcur": try seekCurrent(arguments[0])
    case "clearerror": return .done
    default: return nil
    }
    refresh()
    return .done
  }

  /// The current status.
  var state: MPDStatus { MPDStatus(status: queue.status, modes: modes, at: clock.now) }

  private func play(_ index: Int) throws(MPDError) {
    if index == -1 { return begin() }
    guard index >= 0 else { throw .badIndex }
    try play(entry(at: index))
  }

  private func playNumber(_ number: Int) throws(MPDError) {
    if number == -1 { return begin() }
    try play(entry(number: number))
  }

  /// Resumes playback. After a stop it restarts the current entry, while ``QueuePlayer/play()``
  /// would resume it. After the end of the queue both begin with the next entry, or with the first.
  private func begin() {
    let state = state
    guard let current = state.status.currentEntry else { return }
    let isPlayedOut = state.status.endReason == .finished && state.status.playback.error == nil
    if state.state == .stopped, !isPlayedOut { try? queue.play(current.id) } else { queue.play() }
  }

  private func play(_ entry: QueueEntry) throws(MPDError) {
    try edit { () throws(QueueError) in try queue.play(entry.id) }
  }

  private func pause(_ arguments: MPDArguments) throws(MPDError) {
    let state = state
    let isPaused = !state.status.playback.wantsToPlay
    let wish = arguments.count == 0 ? !isPaused : try arguments.flag(0)
    guard state.state != .stopped, wish != isPaused else { return }
    if wish { queue.pause(reason: .remote) } else { queue.play() }
  }

  /// Skips like MPD: always to the previous entry regardless of the position, always playing even
  /// if it was paused, and stopping after the last entry.
  private func skip(_ target: (MPDStatus) -> EntryID?) throws(MPDError) {
    let state = state
    guard state.state != .stopped else { throw .notPlaying }
    // Only the queue knows the order of the next shuffle.
    if state.status.entries.repeatMode == .one || isEndOfLap(state, target) {
      queue.next()
      queue.play()
    } else if let entry = target(state) {
      try edit { () throws(QueueError) in try queue.playInPlace(entry) }
    } else {
      queue.stop()
    }
  }

  private func isEndOfLap(_ state: MPDStatus, _ target: (MPDStatus) -> EntryID?) -> Bool {
    state.status.entries.repeatMode == .all && target(state) == nil
  }

  /// Seeks. Paused playback stays paused; stopped playback starts.
  private func seek(to position: Duration, in entry: QueueEntry) throws(MPDError) {
    let state = state
    if state.status.entries.current == entry.id, state.state != .stopped {
      return queue.seek(to: position)
    }
    try edit { () throws(QueueError) in try queue.play(entry.id, at: position) }
    if state.state == .paused { queue.pause(reason: .remote) }
  }

  private func seekCurrent(_ text: String) throws(MPDError) {
    let isRelative = text.first == "+" || text.first == "-"
    let arguments = MPDArguments([isRelative ? String(text.dropFirst()) : text])
    let distance = try arguments.seconds(0)
    guard state.state != .stopped else { throw .notPlaying }
    switch text.first {
    case "+": queue.seek(to: queue.position + distance)
    case "-": queue.seek(to: max(.zero, queue.position - distance))
    default: queue.seek(to: distance)
    }
  }
}
