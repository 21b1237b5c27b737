import PlayerKit

/// What ``AudioEngineContract`` needs to know of an engine to check it.
public protocol AudioEngineHarness: ContractHarness {
  /// What to play.
  var samples: AudioEngineSamples { get }

  /// Makes an engine. Called once for each check.
  func makeEngine() async throws -> any AudioEngine
}

/// The sources that ``AudioEngineContract`` plays.
public struct AudioEngineSamples: Sendable {
  /// A source that can be played and sought in.
  public struct Sample: Sendable {
    /// Where it is.
    public let source: MediaSource
    /// How long it is.
    public let duration: Duration

    /// Makes a sample.
    public init(_ source: MediaSource, duration: Duration) {
      self.source = source
      self.duration = duration
    }
  }

  /// About 1 s.
  public let short: Sample
  /// Another of about 1 s.
  public let other: Sample
  /// At least 20 s.
  public let long: Sample
  /// A source that is not there.
  public let missing: MediaSource
  /// A source of bytes that are no audio.
  public let garbage: MediaSource

  /// Makes a set of samples.
  public init(
    short: Sample,
    other: Sample,
    long: Sample,
    missing: MediaSource,
    garbage: MediaSource
  ) {
    self.short = short
    self.other = other
    self.long = long
    self.missing = missing
    self.garbage = garbage
  }
}
