// Beginning on command what was handed over ahead of time.
extension PlayerCore {
  /// Makes a load that was announced by ``willPreload(_:)`` the one that is played, in place of
  /// `current`, and has the backend begin it by
  /// ``PlaybackCommand/beginPreloaded(_:after:isPlaying:)``. Of a load that has begun by itself it
  /// takes over `wantsToPlay` alone; of one that is not known, the backend silences `current`.
  public func beginPreloaded(_ load: LoadID, after current: LoadID, wantsToPlay: Bool) {
    turn { state, now in
      guard state.machine.status.load != load else {
        return wantsToPlay ? state.machine.play(now: now) : state.machine.pause(now: now)
      }
      var step = PlaybackStep()
      if let preload = state.preloads.removeValue(forKey: load) {
        step = state.machine.adopt(
          preload.track,
          clip: preload.clip,
          load: load,
          media: preload.media,
          anchor: nil,
          isHeard: false,
          wantsToPlay: wantsToPlay,
          reason: .userSelected,
          now: now
        )
      }
      step.commands = [.beginPreloaded(load, after: current, isPlaying: wantsToPlay)]
      return step
    }
  }
}
