import PlayerKit

/// A crossfade between two tracks: their overlap is rendered ahead, and plays as an entry of its own
/// (the bridge) between the first track, which ends early, and the second, which begins late.
struct Overlap: Sendable, Equatable {
  /// What is known before anything is rendered.
  struct Plan: Sendable, Equatable {
    /// The length of the first track.
    let tailDuration: Duration
    /// The longest that the overlap may be.
    let length: Duration
    /// Of the first track, what may be played while the overlap is rendered.
    let time: Duration

    /// Shorter ones are no crossfade any more; and libmpv is a good half second ahead.
    static let shortest = Duration.seconds(1)
    /// What has to be left of the first track before the overlap, for rendering it and for libmpv to
    /// open it.
    static let margin = Duration.seconds(2)

    /// - Returns: `nil` where the first track is too short, or too near to its end.
    init?(crossfade: Duration, duration: Duration?, position: Duration) {
      guard crossfade > .zero, let duration, duration > .zero, duration < .seconds(1_000_000)
      else { return nil }
      // Both halves of a track may be faded.
      let length = min(max(crossfade, Self.shortest), duration / 2)
      guard length >= Self.shortest, duration - length - position >= Self.margin else {
        return nil
      }
      tailDuration = duration
      self.length = length
      time = duration - length - position - Self.margin / 2
    }
  }

  /// What came of rendering.
  struct Rendered: Sendable, Equatable {
    /// Where the first track is to end.
    let start: Duration
    /// How long the overlap is; there the second track is to begin.
    let length: Duration
    /// The length of the second track.
    let headDuration: Duration
  }

  enum Stage: Sendable, Equatable {
    case rendering
    /// In libmpv's playlist, with the second track behind it.
    case appended(Rendered)
    /// It was not to be: the tracks follow each other without a gap.
    case dropped
  }

  let bridge: Entry
  var stage = Stage.rendering
}
