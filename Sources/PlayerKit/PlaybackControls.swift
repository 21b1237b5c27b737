/// The controls that ``Player`` and ``QueuePlayer`` share.
///
/// Every command may be called on any thread and returns without waiting for an engine or a
/// network. The getters reflect it as soon as it returns. Commands do not fail; events report their
/// outcome.
public protocol PlaybackControls: AnyObject, Sendable {
  /// The current status of playback.
  var playback: PlayerStatus { get }

  /// The current position.
  var position: Duration { get }

  /// Plays what is loaded, now or as soon as it is ready. After the end or a failure it loads the
  /// same track again, from the beginning or from where it failed. With nothing to load, only
  /// ``PlayerStatus/wantsToPlay`` changes. A second call has no effect.
  func play()

  /// Pauses, or keeps a loading track paused. A second call, or one with nothing loaded, has no
  /// further effect.
  func pause()

  /// Pauses if playing is wanted, unless the track has failed or was unloaded; otherwise plays.
  func togglePlayPause()

  /// Pauses as ``pause()`` does, for a given reason. Use ``WantsToPlayReason/interruption`` for an
  /// interruption that does not end by itself, such as unplugged headphones. Only ``play()``
  /// resumes.
  func pause(reason: WantsToPlayReason)

  /// Silences playback while something else needs the output, such as a call.
  /// ``PlayerStatus/wantsToPlay`` stays and can be changed meanwhile. Several interruptions may
  /// overlap, distinguished by their reasons. Has no effect if `reason` is already active.
  func beginInterruption(_ reason: SuppressionReason)

  /// Ends an interruption. After the last one, playback resumes if it is still wanted. Has no
  /// effect if `reason` is not active.
  func endInterruption(_ reason: SuppressionReason)

  /// Lowers the sound to `factor` of the ``volume`` while something else plays over it, such as a
  /// navigation voice. ``volume`` itself stays. If several are active, the smallest factor applies.
  /// A second call for the same reason replaces the first.
  ///
  /// - Parameter reason: The reason. Each reason lowers and restores the sound by itself.
  /// - Parameter factor: Clamped to 0…1. NaN has no effect.
  func beginDucking(to factor: Double, for reason: SuppressionReason)

  /// Ends the ducking for `reason`. Has no effect if `reason` is not active.
  func endDucking(for reason: SuppressionReason)

  /// Seeks to `position`, which the getters return at once. ``PlaybackChange/seekCompleted(_:)``
  /// reports its completion. A position below 0 counts as 0; one past the end counts as the natural
  /// end. Has no effect with nothing loaded.
  func seek(to position: Duration)

  /// Seeks to `position` as ``seek(to:)`` does, and returns when playback has arrived there.
  ///
  /// It has its own name because Swift prefers an async overload in every async function: calls of
  /// ``seek(to:)`` without `await` would no longer compile there.
  ///
  /// If the task is canceled during the wait, the seek goes on. If the entry is not loaded, as
  /// before the first `play()`, this returns at once, and playback begins there.
  ///
  /// - Returns: The position in the current track, or in its clip, where playback landed. At the
  ///   end of the track, this is its duration.
  /// - Throws: ``PlayerError/Code/notSeekable`` if the track is not seekable or there is none;
  ///   ``PlayerError/Code/replaced`` if a later seek, another track or `stop()` replaces the seek;
  ///   the ``PlayerError`` of the track if it fails; `CancellationError` if the task is canceled.
  @discardableResult
  func seekAndWait(to position: Duration) async throws -> Duration

  /// Changes an output setting, for this track and later ones. Has no effect if the value is the
  /// same.
  func change(_ change: OutputChange)
}

extension PlaybackControls {
  /// Calls ``beginInterruption(_:)`` with the default reason.
  public func beginInterruption() { beginInterruption(.interruption) }

  /// Calls ``endInterruption(_:)`` with the default reason.
  public func endInterruption() { endInterruption(.interruption) }

  /// The factor that the ``volume`` is currently lowered to; see ``beginDucking(to:for:)``.
  public var ducking: Double { playback.ducking }

  /// The current state, one of five values.
  public var state: PlayerState { playback.state }

  /// Whether sound is coming out now; the same as ``PlayerStatus/isPlaying``. It is false while the
  /// track loads. For the label of a play button use ``PlayerStatus/wantsToPlay``, which changes at
  /// once.
  public var isPlaying: Bool { playback.isPlaying }

  /// The length of the current track or its clip; `nil` if it is unknown or there is no track.
  public var duration: Duration? { playback.duration }

  /// The volume, from 0 (silent) to 1 (as recorded); clamped. Also applies to later tracks.
  public var volume: Double {
    get { playback.volume }
    set { change(.volume(newValue)) }
  }

  /// Whether the sound is muted, regardless of the volume. Also applies to later tracks.
  public var isMuted: Bool {
    get { playback.isMuted }
    set { change(.isMuted(newValue)) }
  }

  /// The speed; 1 is as recorded. The pitch is kept. Clamped to 0.25…4. Also applies to later
  /// tracks.
  public var rate: Double {
    get { playback.rate }
    set { change(.rate(newValue)) }
  }

  /// Moves forward by `interval`, or back if it is negative. Calls ``seek(to:)`` relative to the
  /// current position, with the same bounds.
  public func skip(by interval: Duration) {
    seek(to: position + interval)
  }

  /// Pauses if playing is wanted, unless the track has failed or was unloaded; otherwise plays.
  public func togglePlayPause() {
    let playback = playback
    let waits = playback.state != .initial || playback.track == nil
    if playback.wantsToPlay && waits { pause() } else { play() }
  }
}
