import PlayerKit

/// A crossfade between two tracks: their overlap is rendered ahead, and plays as an entry of its own
/// (the bridge) between the first track, which ends early, and the second, which begins late.
enum Overlap {
  /// What is known before anything is rendered.
  struct Plan: Sendable, Equatable {
    /// The length of the first track.
    let tailDuration: Duration
    /// The longest that the overlap may be.
    let length: Duration
    /// What of the first track is left.
    let rest: Duration

    /// Shorter ones are no crossfade any more; and libmpv is a good half second ahead.
    static let shortest = Duration.seconds(1)
    /// What has to be left of the first track before the overlap, for rendering it and for libmpv to
    /// open it.
    static let margin = Duration.seconds(2)
    /// How long before the overlap it is rendered, on the clock, where that is not done at once: ten
    /// answers of a second each come in that time, and then some.
    static let lead = Duration.seconds(20)
    /// What has to be left of it, on the clock, when the overlap is rendered.
    static let handing = Duration.milliseconds(1_500)

    /// - Returns: `nil` where the first track is too short, or too near to its end.
    init?(crossfade: Duration, duration: Duration?, position: Duration) {
      guard crossfade > .zero, let duration, duration > .zero, duration < .seconds(1_000_000)
      else { return nil }
      let length = Self.length(crossfade, of: duration)
      guard length >= Self.shortest, duration - length - position >= Self.margin else {
        return nil
      }
      tailDuration = duration
      self.length = length
      rest = duration - position
    }

    /// How long a fade out of a track that is so long can be.
    static func length(_ crossfade: Duration, of duration: Duration) -> Duration {
      OutputSettings.overlap(max(crossfade, shortest), of: duration)
    }

    /// How long rendering can be put off on the clock; `nil`: not any more.
    func postponement(at speed: Double) -> Duration? {
      let time = (rest - length) / speed - Self.lead
      return time > .zero ? time : nil
    }

    /// How long the overlap can be where it was rendered only after so much time on the clock; `nil`:
    /// it is too late for any. At no speed it never is.
    func length(after time: Duration, at speed: Double) -> Duration? {
      let length = min(length, rest - (time + Self.handing) * speed)
      return length >= Self.shortest ? length : nil
    }

    /// How long rendering may take on the clock, so that a short overlap is left; `nil`: at no speed.
    func time(at speed: Double) -> Duration? {
      speed > 0 ? (rest - Self.shortest) / speed - Self.handing : nil
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
}
