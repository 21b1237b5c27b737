import Foundation
import PlayerKit

/// How a piece of media behaves that makes no sound: the script of a fake.
public struct FakeMedia: Sendable {
  /// A wait for bytes in the middle of the track. Happens once, also where the position comes again.
  public struct Stall: Sendable, Hashable {
    /// Where in the track.
    public var position: Duration
    /// How long, in clock time; `nil`: until a seek leaves the place.
    public var time: Duration?

    /// Makes a stall.
    public init(at position: Duration, for time: Duration?) {
      self.position = position
      self.time = time
    }
  }

  /// Something that comes at a place in the track.
  public struct TimedEvent<Content: Sendable & Equatable>: Sendable, Equatable {
    /// Where in the track.
    public var position: Duration
    /// What comes there.
    public var content: Content

    /// Makes one.
    public init(at position: Duration, _ content: Content) {
      self.position = position
      self.content = content
    }
  }

  /// Something that a stream says about itself. Said once, also where the position comes again.
  public typealias Announcement = TimedEvent<StreamMetadata>

  /// A failure in the middle of the track. What lies behind it can't be played either.
  public typealias Failure = TimedEvent<PlayerError>

  /// How long opening takes, or failing to open, in clock time. Zero: it is reported before the
  /// command returns. `nil`: nothing is ever heard of it.
  public var loadTime: Duration? = .milliseconds(100)
  /// Why it can't be opened; `nil`: it can.
  public var openingError: PlayerError?
  /// The length in track time; `nil`: it does not end by itself.
  public var duration: Duration?
  /// Whether seeking is possible. Where not, playback begins at 0 and a seek is settled at once,
  /// where playback stands.
  public var isSeekable = true
  /// How long a seek takes, in clock time. Zero: it is reported before the command returns. `nil`:
  /// it is never settled.
  public var seekTime: Duration? = .milliseconds(10)
  /// Where it waits for bytes.
  public var stalls: [Stall] = []
  /// What it says about itself.
  public var announcements: [Announcement] = []
  /// How much of it comes in a second of clock time, from when it is open, as seconds of the track;
  /// `nil`: nobody is told how much is there.
  public var downloadRate: Double?
  /// Where it breaks off; `nil`: nowhere.
  public var failure: Failure?
  /// Whether the end is reported. Where not, the sound ceases without a word.
  public var reportsEnd = true

  /// Media that plays as it should. Change the properties for what should not.
  public init(duration: Duration? = .seconds(60)) {
    self.duration = duration
  }

  /// Media that can't be opened.
  public static func failing(_ error: PlayerError) -> FakeMedia {
    var media = FakeMedia()
    media.openingError = error
    return media
  }

  /// Media that can't be opened, with a message made of the code.
  public static func failing(_ code: PlayerError.Code) -> FakeMedia {
    failing(PlayerError(code, "The fake media is scripted to fail so."))
  }
}

extension MediaSource {
  /// What a fake's script calls this source: a file's path, a URL's string, `bytes` for supplied
  /// bytes.
  public var fakeName: String {
    switch location {
    case .remote(let url): url.absoluteString
    case .file(let path): path
    case .bytes: "bytes"
    }
  }
}

extension FakeMedia {
  /// What a part of it plays like, as if that were all; `nil`: itself.
  ///
  /// A part that begins behind the end can't be opened. Where seeking is not possible, what comes
  /// before the part is skipped all the same, in no time.
  func clipped(to clip: Clip?) -> FakeMedia {
    guard let clip else { return self }
    var media = self
    if let duration, clip.start >= duration {
      let error = PlayerError(.invalidClip, "The clip begins behind the end of the fake media.")
      media.openingError = openingError ?? error
      return media
    }
    let end = [duration, clip.end].compactMap { $0 }.min()
    media.duration = end.map { $0 - clip.start }
    media.stalls =
      stalls
      .filter { $0.position >= clip.start }
      .map { Stall(at: $0.position - clip.start, for: $0.time) }
    media.failure = failure.flatMap { failure in
      let isReached = end.map { failure.position < $0 } ?? true
      let position = max(failure.position - clip.start, .zero)
      return isReached ? Failure(at: position, failure.content) : nil
    }
    return media
  }
}
