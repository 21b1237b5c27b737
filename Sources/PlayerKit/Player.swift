/// Plays one track at a time.
///
/// An app can use a player by itself, or give it to a ``QueuePlayer`` and leave it alone from then
/// on: the queue commands its ``PlayerCore/backend``, and its own ``status`` and events stay as they were.
///
/// To write one for another service, resolve tracks for ``EnginePlayer``, or write a ``PlayerBackend`` and put a
/// ``PlayerCore`` over it.
public protocol Player: PlaybackControls {
  /// The type of the tracks that it is for.
  var playerType: PlayerType { get }

  /// Its state and its backend.
  var core: PlayerCore { get }
}

extension Player {
  /// Everything about playback now.
  public var status: PlayerStatus { core.status }

  /// The ``status``: a player has nothing beside its playback.
  public var playback: PlayerStatus { core.status }

  /// Where playback is now.
  public var position: Duration { core.status.position(at: core.clock.now) }

  /// Where the observers' events come from.
  public var events: EventSource<PlayerEvent> { core.events }

  /// What it can do. Constant.
  public var capabilities: PlayerCapabilities { core.capabilities }

  // MARK: - Commands

  /// Loads a track in place of what is loaded, and leaves it paused.
  ///
  /// - Parameter clip: The part of the track to play; `nil` for all of it. A player that is not
  ///   ``PlayerCapabilities/clip`` fails with ``PlayerError/Code/unsupportedClip``.
  public func prepare(_ track: any Track, clip: Clip? = nil, at position: Duration = .zero) {
    core.load(track, clip: clip, at: position, wantsToPlay: false)
  }

  /// Loads a track in place of what is loaded, and plays it as soon as it is ready.
  ///
  /// - Parameter clip: The part of the track to play; `nil` for all of it. A player that is not
  ///   ``PlayerCapabilities/clip`` fails with ``PlayerError/Code/unsupportedClip``.
  public func play(_ track: any Track, clip: Clip? = nil, at position: Duration = .zero) {
    core.load(track, clip: clip, at: position, wantsToPlay: true)
  }

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

  /// Gives the track back and falls silent; the state becomes ``PlayerState/initial``. With nothing
  /// loaded: no effect.
  public func unload() { core.step { $0.unload(now: $1) } }

  /// Sets volume, mute or rate.
  public func change(_ change: OutputChange) {
    core.step { $0.change(change, now: $1) }
  }
}
