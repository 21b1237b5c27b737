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

  /// Something that a stream says about itself. Said once, also where the position comes again.
  public struct Announcement: Sendable, Hashable {
    /// Where in the track.
    public var position: Duration
    /// What it says.
    public var metadata: StreamMetadata

    /// Makes an announcement.
    public init(at position: Duration, _ metadata: StreamMetadata) {
      self.position = position
      self.metadata = metadata
    }
  }

  /// A failure in the middle of the track.
  public struct Failure: Sendable, Equatable {
    /// Where in the track; what lies behind it can't be played either.
    public var position: Duration
    /// What is reported.
    public var error: PlayerError

    /// Makes a failure.
    public init(at position: Duration, _ error: PlayerError) {
      self.position = position
      self.error = error
    }
  }

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
