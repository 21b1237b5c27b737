/// Plays one track at a time.
///
/// An app can use a player by itself, or give it to a ``QueuePlayer`` and then leave it alone: the
/// queue commands the ``PlayerCore/backend`` directly, and the player's own ``status`` and events
/// no longer change.
///
/// To write a player for another service, resolve its tracks for ``EnginePlayer``, or put a
/// ``PlayerCore`` on your own ``PlayerBackend``.
public protocol Player: PlaybackControls {
  /// The type of tracks that this player plays.
  var playerType: PlayerType { get }

  /// The player's state and backend.
  var core: PlayerCore { get }
}

extension Player {
  /// The current status of playback.
  public var status: PlayerStatus { core.status }

  /// The ``status``; a player has no other state than its playback.
  public var playback: PlayerStatus { core.status }

  /// The current position.
  public var position: Duration { core.status.position(at: core.clock.now) }

  /// The source of the observers' events.
  public var events: EventSource<PlayerEvent> { core.events }

  /// The player's capabilities. Constant.
  public var capabilities: PlayerCapabilities { core.capabilities }

  // MARK: - Commands

  /// Loads a track, replacing the current one, and leaves it paused.
  ///
  /// - Parameter track: The track.
  /// - Parameter position: The position at which to begin, relative to the clip if there is one.
  /// - Parameter clip: The part of the track to play; `nil` for the whole track. A player without
  ///   ``PlayerCapabilities/clip`` fails with ``PlayerError/Code/unsupportedClip``.
  public func prepare(_ track: any Track, clip: Clip? = nil, at position: Duration = .zero) {
    core.load(track, clip: clip, at: position, wantsToPlay: false)
  }

  /// Loads a track, replacing the current one, and plays it as soon as it is ready.
  ///
  /// - Parameter track: The track.
  /// - Parameter position: The position at which to begin, relative to the clip if there is one.
  /// - Parameter clip: The part of the track to play; `nil` for the whole track. A player without
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

  /// Silences playback for a reason.
  public func beginInterruption(_ reason: SuppressionReason) {
    core.step { $0.beginInterruption(reason, now: $1) }
  }

  /// Ends an interruption.
  public func endInterruption(_ reason: SuppressionReason) {
    core.step { $0.endInterruption(reason, now: $1) }
  }

  /// Lowers the volume for a reason.
  public func beginDucking(to factor: Double, for reason: SuppressionReason) {
    core.step { $0.duck(to: factor, for: reason, now: $1) }
  }

  /// Ends the ducking for a reason.
  public func endDucking(for reason: SuppressionReason) {
    core.step { $0.duck(to: nil, for: reason, now: $1) }
  }

  /// Seeks to a position.
  public func seek(to position: Duration) {
    core.step { $0.seek(to: position, now: $1) }
  }

  /// Unloads the track and falls silent; the state becomes ``PlayerState/initial``. Has no effect
  /// with nothing loaded.
  public func unload() { core.step { $0.unload(now: $1) } }

  /// Changes an output setting.
  public func change(_ change: OutputChange) {
    core.step { $0.change(change, now: $1) }
  }
}
