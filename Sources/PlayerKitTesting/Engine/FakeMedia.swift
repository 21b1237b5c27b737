import Foundation
import PlayerKit

/// The script of a fake: how a piece of silent media behaves.
public struct FakeMedia: Sendable {
  /// A wait for data in the middle of the track. Happens once, even if the position is reached
  /// again.
  public struct Stall: Sendable, Hashable {
    /// The position in the track.
    public var position: Duration
    /// The length of the stall, in clock time. `nil` to stall until a seek.
    public var time: Duration?

    /// Makes a stall.
    public init(at position: Duration, for time: Duration?) {
      self.position = position
      self.time = time
    }
  }

  /// An event at a position in the track.
  public struct TimedEvent<Content: Sendable & Equatable>: Sendable, Equatable {
    /// The position in the track.
    public var position: Duration
    /// The content of the event.
    public var content: Content

    /// Makes an event.
    public init(at position: Duration, _ content: Content) {
      self.position = position
      self.content = content
    }
  }

  /// Metadata that the stream announces. Happens once, even if the position is reached again.
  public typealias Announcement = TimedEvent<StreamMetadata>

  /// A failure in the middle of the track. Media after it can't be played either.
  public typealias Failure = TimedEvent<PlayerError>

  /// The time to open, or to fail to open, in clock time. If zero, the outcome is reported before
  /// the command returns. If `nil`, it is never reported.
  public var loadTime: Duration? = .milliseconds(100)
  /// The error of opening. `nil` if the media opens.
  public var openingError: PlayerError?
  /// The duration, in track time. `nil` if the media does not end by itself.
  public var duration: Duration?
  /// Whether the media is seekable. If not, playback begins at 0, and a seek completes immediately
  /// at the current position.
  public var isSeekable = true
  /// The time of a seek, in clock time. If zero, the seek is reported before the command returns.
  /// If `nil`, it never completes.
  public var seekTime: Duration? = .milliseconds(10)
  /// The stalls.
  public var stalls: [Stall] = []
  /// The announced metadata.
  public var announcements: [Announcement] = []
  /// The download speed, in seconds of the track for each second of clock time, starting when the
  /// media is open. `nil` to report no buffered position.
  public var downloadRate: Double?
  /// The failure in the middle of the media. `nil` for none.
  public var failure: Failure?
  /// Whether the end is reported. If not, playback stops without a report.
  public var reportsEnd = true

  /// Makes media that plays without problems. Change the properties for problems.
  public init(duration: Duration? = .seconds(60)) {
    self.duration = duration
  }

  /// Returns media that fails to open.
  public static func failing(_ error: PlayerError) -> FakeMedia {
    var media = FakeMedia()
    media.openingError = error
    return media
  }

  /// Returns media that fails to open, with the code and a standard message.
  public static func failing(_ code: PlayerError.Code) -> FakeMedia {
    failing(PlayerError(code, "The fake media is scripted to fail so."))
  }
}

extension MediaSource {
  /// The name of this source in a fake's script: a file's path, a URL's string, or `bytes` for
  /// supplied bytes.
  public var fakeName: String {
    switch location {
    case .remote(let url): url.absoluteString
    case .file(let path): path
    case .bytes: "bytes"
    }
  }
}

extension FakeMedia {
  /// Returns the media of a clip, as if that were the whole media. Returns `self` if `clip` is
  /// `nil`.
  ///
  /// A clip that begins past the end fails to open. If the media is not seekable, the part before
  /// the clip is skipped anyway, in no time.
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
