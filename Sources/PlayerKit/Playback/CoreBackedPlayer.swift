/// A ``Player`` made of a ``PlayerCore``: it gets every command and getter from it.
public protocol CoreBackedPlayer: Player {
  /// The core.
  var core: PlayerCore { get }
}

extension CoreBackedPlayer {
  /// Everything about playback now.
  public var status: PlayerStatus { core.status }

  /// Where playback is now.
  public var position: Duration { core.status.position(at: core.clock.now) }

  /// The events of the player.
  public var events: EventSource<PlayerEvent> { core.events }

  /// Whether it can play a part of a track.
  public var canClip: Bool { core.canClip }

  /// Loads a track in place of what is loaded.
  public func prepare(_ request: LoadRequest) { core.prepare(request) }

  /// Plays what is loaded.
  public func play() { core.play() }

  /// Pauses.
  public func pause() { core.pause() }

  /// Pauses for a reason.
  public func pause(reason: WantsToPlayReason) { core.pause(reason: reason) }

  /// Holds back the sound.
  public func beginInterruption(_ reason: SuppressionReason) { core.beginInterruption(reason) }

  /// Lets it sound again.
  public func endInterruption(_ reason: SuppressionReason) { core.endInterruption(reason) }

  /// Lowers the sound.
  public func beginDucking(to factor: Double, for reason: SuppressionReason) {
    core.beginDucking(to: factor, for: reason)
  }

  /// Lets the sound be as loud as the volume says.
  public func endDucking(for reason: SuppressionReason) { core.endDucking(for: reason) }

  /// Goes to a position.
  public func seek(to position: Duration) { core.seek(to: position) }

  /// Carries out a command for one load.
  public func control(_ command: LoadCommand, of load: LoadID) { core.control(command, of: load) }

  /// Gives the track back and falls silent.
  public func unload() { core.unload() }

  /// Sets volume, mute or rate.
  public func change(_ change: OutputChange) { core.change(change) }
}
