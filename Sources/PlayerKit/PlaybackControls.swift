/// The controls that a ``Player`` and a ``QueuePlayer`` have in common.
///
/// Every command may be called on any thread, returns without waiting for an engine or a network,
/// and is reflected by the getters when it returns. None fails: what comes of it is told by events.
public protocol PlaybackControls: AnyObject, Sendable {
  /// Everything about playback now.
  var status: PlayerStatus { get }

  /// Where playback is now.
  var position: Duration { get }

  /// Plays what is loaded, now or as soon as it is ready. After the end, and after a failure, loads
  /// the same again: from the beginning, or from where it failed. With nothing to load it records
  /// the wish. Called twice: no effect.
  func play()

  /// Pauses, or stays paused once loaded. Called twice, or with nothing loaded: no further effect.
  func pause()

  /// Goes to `position`, which reads so at once; the request is settled by
  /// ``PlaybackChange/seekCompleted(_:)``. Before 0 means 0; past the end is the natural end. With
  /// nothing loaded: no effect.
  func seek(to position: Duration)

  /// Sets volume, mute or rate, for this track and later ones. As it is already: no effect.
  func change(_ change: OutputChange)
}

extension PlaybackControls {
  /// The five-valued state now.
  public var state: PlayerState { status.state }

  /// From 0 (silent) to 1 (as recorded); kept within. Holds for later tracks too.
  public var volume: Double {
    get { status.volume }
    set { change(.volume(newValue)) }
  }

  /// Whether the sound is muted, whatever the volume. Holds for later tracks too.
  public var isMuted: Bool {
    get { status.isMuted }
    set { change(.isMuted(newValue)) }
  }

  /// Speed, 1 as recorded, pitch kept; kept within 0.25…4. Holds for later tracks too.
  public var rate: Double {
    get { status.rate }
    set { change(.rate(newValue)) }
  }

  /// Pauses where playing is wanted and something is loaded; plays otherwise.
  public func togglePlayPause() {
    let status = status
    if status.wantsToPlay && status.state != .initial { pause() } else { play() }
  }
}
