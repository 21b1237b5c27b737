import PlayerKit

/// What ``AudioEngineContract`` needs to know of an engine to check it.
public protocol AudioEngineHarness: Sendable {
  /// What to play.
  var samples: AudioEngineSamples { get }

  /// By how much the positions and instants of reports may be off. Default: 0.15 s.
  var tolerance: Duration { get }

  /// Makes an engine. Called once for each check.
  func makeEngine() async throws -> any AudioEngine

  /// Lets the engine's time pass until `condition` holds of what `recorder` has. Default: waits in
  /// real time, without polling.
  ///
  /// - Throws: ``WaitFailure`` that names `what` where it never does.
  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws

  /// Lets the engine's time pass. Default: real time.
  func pass(_ time: Duration) async throws

  /// Frees what the harness made for a check; the engine is closed by then. Default: nothing.
  func cleanUp() async
}

extension AudioEngineHarness {
  /// 0.15 s.
  public var tolerance: Duration { .milliseconds(150) }

  /// Waits in real time, for at most 30 s.
  public func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await recorder.wait(for: what, until: condition)
  }

  /// Waits in real time.
  public func pass(_ time: Duration) async throws {
    try await Task.sleep(for: time)
  }

  /// Does nothing.
  public func cleanUp() async {}
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
