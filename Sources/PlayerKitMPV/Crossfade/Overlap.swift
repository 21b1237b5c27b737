import PlayerKit

/// A crossfade between two tracks. Their overlap is rendered ahead and plays as an entry (the
/// bridge) between the first track, which ends early, and the second, which starts late.
enum Overlap {
  /// The facts known before rendering.
  struct Plan: Sendable, Equatable {
    /// The duration of the first track.
    let tailDuration: Duration
    /// The maximum length of the overlap.
    let length: Duration
    /// The remaining part of the first track.
    let rest: Duration

    /// Anything shorter is no crossfade, and libmpv is a good half second ahead.
    static let shortest = Duration.seconds(1)
    /// How much of the first track must remain before the overlap, for rendering and for libmpv to
    /// open it.
    static let margin = Duration.seconds(2)
    /// How long before the overlap late rendering starts, in real time: enough for ten responses of
    /// a second each, and some more.
    static let lead = Duration.seconds(20)
    /// How much of it must remain, in real time, when the overlap is rendered.
    static let handing = Duration.milliseconds(1_500)

    /// - Returns: `nil` if the first track is too short or too near its end.
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

    /// Returns the maximum length of a fade out of a track with this duration.
    static func length(_ crossfade: Duration, of duration: Duration) -> Duration {
      OutputSettings.overlap(max(crossfade, shortest), of: duration)
    }

    /// Returns how long rendering can be postponed in real time; `nil` if it must start now.
    func postponement(at speed: Double) -> Duration? {
      let time = (rest - length) / speed - Self.lead
      return time > .zero ? time : nil
    }

    /// Returns the possible length of the overlap if rendering takes this real time; `nil` if it is
    /// too late. At a speed of 0, it is never too late.
    func length(after time: Duration, at speed: Double) -> Duration? {
      let length = min(length, rest - (time + Self.handing) * speed)
      return length >= Self.shortest ? length : nil
    }

    /// Returns how long rendering may take in real time so that a short overlap remains; `nil` at a
    /// speed of 0.
    func time(at speed: Double) -> Duration? {
      speed > 0 ? (rest - Self.shortest) / speed - Self.handing : nil
    }
  }

  /// The result of rendering.
  struct Rendered: Sendable, Equatable {
    /// The end of the first track.
    let start: Duration
    /// The length of the overlap, which is also where the second track must start.
    let length: Duration
    /// The duration of the second track.
    let headDuration: Duration
  }
}
