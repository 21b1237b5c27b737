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

  /// What it can do.
  public var capabilities: PlayerCapabilities { core.capabilities }

  /// Loads a track in place of what is loaded.
  public func prepare(_ request: LoadRequest) { core.prepare(request) }

  /// Plays what is loaded.
  public func play() { core.step { $0.play(now: $1) } }

  /// Pauses.
  public func pause() { core.step { $0.pause(now: $1) } }

  /// Pauses for a reason.
  public func pause(reason: WantsToPlayReason) {
    core.step { $0.pause(reason: reason, now: $1) }
  }

  /// Holds back the sound.
  public func beginInterruption(_ reason: SuppressionReason) {
    core.step { $0.beginInterruption(reason, now: $1) }
  }

  /// Lets it sound again.
  public func endInterruption(_ reason: SuppressionReason) {
    core.step { $0.endInterruption(reason, now: $1) }
  }

  /// Lowers the sound.
  public func beginDucking(to factor: Double, for reason: SuppressionReason) {
    core.step { $0.duck(to: factor, for: reason, now: $1) }
  }

  /// Lets the sound be as loud as the volume says.
  public func endDucking(for reason: SuppressionReason) {
    core.step { $0.duck(to: nil, for: reason, now: $1) }
  }

  /// Goes to a position.
  public func seek(to position: Duration) {
    core.step { $0.seek(to: position, now: $1) }
  }

  /// Carries out a command for one load.
  public func control(_ command: LoadCommand, of load: LoadID) { core.control(command, of: load) }

  /// Gives the track back and falls silent.
  public func unload() { core.step { $0.unload(now: $1) } }

  /// Sets volume, mute or rate.
  public func change(_ change: OutputChange) {
    core.step { $0.change(change, now: $1) }
  }
}

/// What a ``Player`` that is made of a ``PlayerCore`` offers as ``Player/preloading``: the core's
/// backend gets the commands.
public final class CorePreloading: Preloading {
  /// What the player shares with those that it can follow.
  public let gaplessGroup: GaplessGroup
  private let core: PlayerCore

  /// Makes it for the player of `core`.
  ///
  /// - Parameter owner: what the players that can follow each other share, such as an engine. It must
  ///   outlive them.
  public init(core: PlayerCore, sharing owner: AnyObject) {
    self.core = core
    gaplessGroup = GaplessGroup(sharing: owner)
  }

  /// Has a load follow another.
  public func preload(_ request: LoadRequest, after current: LoadID) {
    core.preload(request, after: current)
  }

  /// Begins what was to follow.
  public func beginPreloaded(_ load: LoadID, after current: LoadID, wantsToPlay: Bool) {
    core.beginPreloaded(load, after: current, wantsToPlay: wantsToPlay)
  }

  /// Takes back what was to follow.
  public func cancelPreload(_ load: LoadID) { core.cancelPreload(load) }
}
