/// The controls that a ``Player`` and a ``QueuePlayer`` have in common.
///
/// Every command may be called on any thread, returns without waiting for an engine or a network,
/// and is reflected by the getters when it returns. None fails: what comes of it is told by events.
public protocol PlaybackControls: AnyObject, Sendable {
  /// Everything about playback now.
  var playback: PlayerStatus { get }

  /// Where playback is now.
  var position: Duration { get }

  /// Plays what is loaded, now or as soon as it is ready. After the end, and after a failure, loads
  /// the same again: from the beginning, or from where it failed. With nothing to load it records
  /// the wish. Called twice: no effect.
  func play()

  /// Pauses, or stays paused once loaded. Called twice, or with nothing loaded: no further effect.
  func pause()

  /// Pauses if playing is wanted, unless the track has failed or was unloaded; plays otherwise.
  func togglePlayPause()

  /// Pauses as ``pause()`` does, and says why: ``WantsToPlayReason/interruption`` for one that does
  /// not end by itself, such as headphones pulled out. Nothing but ``play()`` ends it.
  func pause(reason: WantsToPlayReason)

  /// Something else needs the output for a while, such as a call: nothing sounds until it has ended.
  /// The wish to play stays, and can be changed meanwhile. Several may go on at once, by their
  /// reasons. For a reason that goes on already: no effect.
  func beginInterruption(_ reason: SuppressionReason)

  /// An interruption has ended. When none is left, playback goes on where that is wanted still. For
  /// a reason that is not there: no effect.
  func endInterruption(_ reason: SuppressionReason)

  /// Something else is to be heard over the sound, such as a voice that navigates: lowers it to
  /// `factor` of the ``volume``, which stays as it is. Of several at once the smallest counts; for
  /// the same reason, the last.
  ///
  /// - Parameter factor: kept within 0…1. NaN: no effect.
  func beginDucking(to factor: Double, for reason: SuppressionReason)

  /// What the sound was lowered for is over. For a reason that is not there: no effect.
  func endDucking(for reason: SuppressionReason)

  /// Goes to `position`, which reads so at once; the request is settled by
  /// ``PlaybackChange/seekCompleted(_:)``. Before 0 means 0; past the end is the natural end. With
  /// nothing loaded: no effect.
  func seek(to position: Duration)

  /// Goes to `position` as ``seek(to:)`` does, and returns when playback has arrived there.
  ///
  /// It has a name of its own because Swift would prefer an async overload of ``seek(to:)`` in every
  /// async function, and calls without `await` would no longer compile there.
  ///
  /// If the task is cancelled while this waits, the seek goes on. If the entry is not loaded, as
  /// before the first `play()`, this returns at once, and playback begins there.
  ///
  /// - Returns: Where playback landed in the current track, or in its clip. If that is the end of
  ///   the track, this is its duration.
  /// - Throws: ``PlayerError/Code/notSeekable`` if the track can't be sought or there is none;
  ///   ``PlayerError/Code/replaced`` if a later seek, another track or `stop()` takes its place;
  ///   the ``PlayerError`` of the track if it fails; `CancellationError` if the task is cancelled.
  @discardableResult
  func seekAndWait(to position: Duration) async throws -> Duration

  /// Sets volume, mute or rate, for this track and later ones. As it is already: no effect.
  func change(_ change: OutputChange)
}

extension PlaybackControls {
  /// ``beginInterruption(_:)``, for the one that needs no name.
  public func beginInterruption() { beginInterruption(.interruption) }

  /// ``endInterruption(_:)``, for the one that needs no name.
  public func endInterruption() { endInterruption(.interruption) }

  /// The part of the ``volume`` that is heard; see ``beginDucking(to:for:)``.
  public var ducking: Double { playback.ducking }

  /// The five-valued state now.
  public var state: PlayerState { playback.state }

  /// Whether sound is coming out now; the same as ``PlayerStatus/isPlaying``. It is false while the track loads.
  /// For the label of a play button use ``PlayerStatus/wantsToPlay``, which reads so at once.
  public var isPlaying: Bool { playback.isPlaying }

  /// The length of the current track, or of its clip; `nil` if it is unknown or if there is none.
  public var duration: Duration? { playback.duration }

  /// From 0 (silent) to 1 (as recorded); kept within. Holds for later tracks too.
  public var volume: Double {
    get { playback.volume }
    set { change(.volume(newValue)) }
  }

  /// Whether the sound is muted, whatever the volume. Holds for later tracks too.
  public var isMuted: Bool {
    get { playback.isMuted }
    set { change(.isMuted(newValue)) }
  }

  /// Speed, 1 as recorded, pitch kept; kept within 0.25…4. Holds for later tracks too.
  public var rate: Double {
    get { playback.rate }
    set { change(.rate(newValue)) }
  }

  /// Goes forward by `interval`, or back where it is negative: ``seek(to:)`` from where playback is
  /// at this moment, with its bounds.
  public func skip(by interval: Duration) {
    seek(to: position + interval)
  }

  /// Pauses if playing is wanted, unless the track has failed or was unloaded; plays otherwise.
  public func togglePlayPause() {
    let playback = playback
    let waits = playback.state != .initial || playback.track == nil
    if playback.wantsToPlay && waits { pause() } else { play() }
  }
}
