/// How the loudness of different tracks is evened out: by the gains in their tags (ReplayGain,
/// R128), or else by the gain that the service states (``MediaSource/replayGain``). Off by default:
/// everything plays as recorded.
///
/// Gains are in decibels (dB). A track's gain is fixed when the track is handed to its player, so
/// an edit of the queue never changes it in mid-track. A change of these settings takes effect at
/// once, except in a crossfade that has begun or is about to begin.
public struct Loudness: Sendable, Hashable {
  /// Which gain is applied. If the media has only the other one, that one is used.
  @nonexhaustive public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// No gain: tracks play as recorded.
    case off
    /// Each track's own gain: all tracks are equally loud.
    case track
    /// The album's gain: the album's tracks keep their differences.
    case album
    /// The album's gain if the track stands in the queue next to its neighbor on the album
    /// (``AlbumContext``), otherwise the track's own. The choice uses what is known when the track
    /// is handed to its player. An inspector may learn about the first track of a queue too late.
    case auto
  }

  /// Which gain is applied.
  public var mode: Mode
  /// An extra gain, added to the tagged one, in dB. Clamped to ±24. Setting NaN has no effect.
  public var preamp: Double {
    didSet { preamp = Self.bounded(preamp) ?? oldValue }
  }
  /// The gain for media of unknown loudness, in dB; ``preamp`` is not added. Clamped to ±24.
  /// Setting NaN has no effect.
  public var fallback: Double {
    didSet { fallback = Self.bounded(fallback) ?? oldValue }
  }
  /// Whether a gain is reduced so that the loudest sample does not exceed full scale, according to
  /// the tagged peak. Media without a peak is never made louder.
  public var preventsClipping: Bool

  /// Creates settings. Values out of bounds are clamped; NaN counts as 0.
  public init(
    _ mode: Mode = .off,
    preamp: Double = 0,
    fallback: Double = 0,
    preventsClipping: Bool = true
  ) {
    self.mode = mode
    self.preamp = Self.bounded(preamp) ?? 0
    self.fallback = Self.bounded(fallback) ?? 0
    self.preventsClipping = preventsClipping
  }

  private static func bounded(_ gain: Double) -> Double? {
    gain.isNaN ? nil : min(max(gain, -24), 24)
  }
}

/// How a track relates to its neighbors in a queue's play order, with regard to albums.
///
/// Two tracks are album neighbors if their ``TrackMetadata`` names the same album and their numbers
/// are consecutive. Albums are compared by ``TrackMetadata/albumID``. If the ids differ, as they do
/// between services, title, artist and both numbers decide. If an id is missing, the title decides,
/// with the same artist unless both tracks have numbers. If a number is unknown, an unshuffled
/// queue is assumed to hold the album in order.
public struct AlbumContext: Sendable, Hashable {
  /// Whether the track directly follows its predecessor on their album.
  public var continuesPrevious: Bool
  /// Whether the track is directly followed by its successor on their album.
  public var isContinued: Bool

  /// Creates a context; by default, the context of a track on its own.
  public init(continuesPrevious: Bool = false, isContinued: Bool = false) {
    self.continuesPrevious = continuesPrevious
    self.isContinued = isContinued
  }

  /// Whether either neighbor is also the neighbor on the album.
  public var isInOrder: Bool { continuesPrevious || isContinued }
}

extension PlayerStatus {
  /// How the loudness of different tracks is evened out.
  public var loudness: Loudness { settings.loudness }

  /// The length of the crossfade between tracks; 0 if there is none.
  public var crossfade: Duration { settings.crossfade }
}

extension PlaybackControls {
  /// How the loudness of different tracks is evened out. Also applies to later tracks.
  public var loudness: Loudness {
    get { playback.loudness }
    set { change(.loudness(newValue)) }
  }

  /// The length of the crossfade between tracks; see ``OutputSettings/crossfade``.
  public var crossfade: Duration {
    get { playback.crossfade }
    set { change(.crossfade(newValue)) }
  }
}
