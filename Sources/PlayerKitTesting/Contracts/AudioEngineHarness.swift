import PlayerKit

/// Provides ``AudioEngineContract`` with engines to check and with samples to play.
public protocol AudioEngineHarness: ContractHarness {
  /// The sources to play.
  var samples: AudioEngineSamples { get }

  /// Makes an engine. Each check calls this once.
  func makeEngine() async throws -> any AudioEngine
}

/// The sources that ``AudioEngineContract`` plays.
public struct AudioEngineSamples: Sendable {
  /// A seekable source that can be played.
  public struct Sample: Sendable {
    /// The source.
    public let source: MediaSource
    /// The duration of the source.
    public let duration: Duration

    /// Makes a sample.
    public init(_ source: MediaSource, duration: Duration) {
      self.source = source
      self.duration = duration
    }
  }

  /// A sample of about 1 s.
  public let short: Sample
  /// Another sample of about 1 s.
  public let other: Sample
  /// A sample of at least 20 s.
  public let long: Sample
  /// A source that does not exist.
  public let missing: MediaSource
  /// A source whose bytes are not audio.
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
