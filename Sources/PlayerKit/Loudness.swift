/// How tracks of different loudness are brought to one, by what their media's tags say (ReplayGain,
/// R128), else by what their service says (``MediaSource/replayGain``). Off by default: everything sounds as recorded.
///
/// Gains are in decibels (dB). A gain is fixed when a track is handed to its player, so that the edit of
/// a queue never changes it in the middle of a track; a change of these settings is heard at once,
/// though not in a crossfade that has begun or is about to.
public struct Loudness: Sendable, Hashable {
  /// Which of the gains is taken. Where the media has only the other one, that is.
  @nonexhaustive public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// None: as recorded.
    case off
    /// Each track's own: all are equally loud.
    case track
    /// The album's: its tracks keep their differences.
    case album
    /// The album's where the track stands in the queue beside the one that is before or behind it on
    /// the same album (``AlbumContext``), else the track's own. It goes by what is known when the track is
    /// handed to its player: an inspector may find out about a queue's first track too late.
    case auto
  }

  /// Which of the gains is taken.
  public var mode: Mode
  /// Added to the gain of the tags, in dB. Kept within ±24; NaN changes nothing.
  public var preamp: Double {
    didSet { preamp = Self.bounded(preamp) ?? oldValue }
  }
  /// The gain of media of unknown loudness, in dB; ``preamp`` is not added. Kept within ±24; NaN changes
  /// nothing.
  public var fallback: Double {
    didSet { fallback = Self.bounded(fallback) ?? oldValue }
  }
  /// Whether a gain is lowered until the loudest sample of the media is no louder than full scale:
  /// by the tagged peak; media without one is never made louder.
  public var preventsClipping: Bool

  /// Makes settings; out of bounds counts as the bound, NaN as 0.
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

/// How a track stands to its neighbors in a queue's play order, as far as albums go.
///
/// Two tracks are neighbors on an album where their ``TrackMetadata`` names the same one, and their
/// numbers follow each other. It is the same by ``TrackMetadata/albumID``; where these differ, as they
/// do between services, by title, artist and both numbers; where one is missing, by title, with the
/// same artist unless both have numbers. Where a number is unknown, an unshuffled queue is
/// believed to hold the album in its order.
public struct AlbumContext: Sendable, Hashable {
  /// Whether it follows what is before it on its album.
  public var continuesPrevious: Bool
  /// Whether it is followed by what is behind it on its album.
  public var isContinued: Bool

  /// Makes a context; by default that of a track on its own.
  public init(continuesPrevious: Bool = false, isContinued: Bool = false) {
    self.continuesPrevious = continuesPrevious
    self.isContinued = isContinued
  }

  /// Whether either neighbor is the one on the album.
  public var isInOrder: Bool { continuesPrevious || isContinued }
}

extension PlayerStatus {
  /// How tracks of different loudness are brought to one.
  public var loudness: Loudness { settings.loudness }

  /// How long one track is faded over into the next; 0: not at all.
  public var crossfade: Duration { settings.crossfade }
}

extension PlaybackControls {
  /// How tracks of different loudness are brought to one. Holds for later tracks too.
  public var loudness: Loudness {
    get { playback.loudness }
    set { change(.loudness(newValue)) }
  }

  /// How long one track is faded over into the next, see ``OutputSettings/crossfade``.
  public var crossfade: Duration {
    get { playback.crossfade }
    set { change(.crossfade(newValue)) }
  }
}
