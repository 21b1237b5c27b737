import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPV

/// The environment of a test with a real engine: a directory, a log, ids, and the engine.
struct Stage {
  /// The engine's output.
  enum Output {
    /// The file `out.pcm`, as fast as the engine decodes.
    case file
    /// A pipe that the test reads, with a clock that advances as sound is taken; see
    /// ``DrivenOutput``. Only the stage's waits take sound. Between two waits there is no sound,
    /// and no time passes. On systems other than Linux, the same as `realTime`.
    case driven
    /// Silence, in real time.
    case realTime
  }

  /// How far positions of a driven engine may be ahead of its clock.
  static let maximumLead = Duration.milliseconds(60)

  let sandbox: Sandbox
  let engine: MPVEngine
  let log = ReportLog()
  /// The engine's clock.
  let clock: any PlaybackClock
  #if os(Linux)
    /// Takes the sound of a driven engine.
    let sink: DrivenOutput?
  #endif
  private var ids = LoadIDIssuer.unique()

  /// By default a broken live stream is not reconnected, and nothing is dithered, so that samples
  /// are the same at each run.
  init(
    _ output: Output,
    networkTimeout: Duration = .seconds(10),
    reconnection: Duration = .zero,
    dithers: Bool = false,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) throws {
    let sandbox = try Sandbox()
    #if os(Linux)
      let sink = output == .driven ? try DrivenOutput(in: sandbox) : nil
      let clock = sink?.clock ?? clock
      self.sink = sink
    #endif
    var target = MPVEngine.Output.null
    if output == .file { target = .pcm(path: sandbox.path("out.pcm")) }
    #if os(Linux)
      if let sink { target = .pipe(path: sink.path) }
    #endif
    var configuration = MPVEngine.Configuration(
      output: target,
      networkTimeout: networkTimeout,
      reconnection: reconnection,
      clock: clock
    )
    configuration.dithers = dithers
    engine = try MPVEngine(configuration: configuration)
    self.sandbox = sandbox
    self.clock = clock
  }

  /// Makes an engine with another configuration, which plays in real time.
  init(_ configuration: MPVEngine.Configuration) throws {
    sandbox = try Sandbox()
    clock = SystemPlaybackClock()
    #if os(Linux)
      sink = nil
    #endif
    var configuration = configuration
    configuration.dithers = false
    engine = try MPVEngine(configuration: configuration)
  }

  mutating func nextLoad() -> LoadID { ids.nextLoad() }
  mutating func nextSeek() -> SeekID { ids.nextSeek() }

  func wav(_ signal: Signal, _ name: String = UUID().uuidString + ".wav") throws -> MediaSource {
    MediaSource(.file(path: try sandbox.write(signal.wav, to: name)))
  }

  /// Closes the engine.
  func close() async {
    #if os(Linux)
      if let sink { return await sink.close(engine) }
    #endif
    await engine.close()
  }

  /// The contents of the file, after the engine is closed.
  func output() async throws -> Data {
    await engine.close()
    return try sandbox.read("out.pcm")
  }
}

extension Stage {
  /// Advances the clock of a driven engine, without sound.
  func passTime(_ time: Duration) throws {
    try #require(clock as? ManualClock).advance(by: time)
  }
}

// MARK: - Waiting

extension Stage {
  /// The time for which a load was heard before the next one started.
  func heard(of load: LoadID, before next: LoadID) throws -> Duration {
    let loaded = try #require(log.reports(of: load).first { $0.isLoaded }?.anchor)
    let started = try #require(log.reports(of: next).first { $0.isStarted }?.anchor)
    return loaded.position(at: started.instant) - started.position
  }

  /// Waits until a condition holds. Takes the sound of a driven engine meanwhile.
  func wait(for what: String, until isMet: () async throws -> Bool) async throws {
    #if os(Linux)
      if let sink { return try await sink.take(of: engine, until: isMet) }
    #endif
    try await eventually(what, isMet)
  }

  /// Lets time pass, while sound is taken.
  func pass(_ time: Duration) async throws {
    let end = clock.now + time
    try await wait(for: "\(time)") { clock.now >= end }
  }

  /// Waits until the reports fulfill a condition.
  func wait(until isMet: @escaping @Sendable ([ReportLog.Line]) -> Bool) async throws {
    #if os(Linux)
      if sink != nil { return try await wait(for: "reports") { isMet(log.lines) } }
    #endif
    try await log.wait(until: isMet)
  }

  /// Waits until a load has reported an event that `isWanted`, and returns it.
  @discardableResult
  func wait(
    for load: LoadID,
    until isWanted: @escaping @Sendable (LoadEvent) -> Bool
  ) async throws -> LoadEvent {
    try await wait { lines in lines.contains { $0.load == load && isWanted($0.report) } }
    return try #require(log.reports(of: load).first(where: isWanted))
  }

  /// Waits for the terminal report of a load.
  @discardableResult
  func end(of load: LoadID) async throws -> LoadEvent {
    try await wait(for: load) { $0.isTerminal }
  }

  /// The answer of the engine's core, or `nil` after its end.
  func ask<Value: Sendable>(
    _ question: @escaping @Sendable (isolated MPVCore) -> Value?
  ) async throws -> Value? {
    #if os(Linux)
      if let sink {
        return try await sink.answer(of: engine) { [engine] in await engine.ask(question) }
      }
    #endif
    return await engine.ask(question)
  }

  /// Waits until libmpv's playlist has this many entries.
  func waitForPlaylist(of count: Int) async throws {
    try await wait(for: "a playlist of \(count)") {
      try await ask { $0.handle.double("playlist-count").map { Int($0) } } == count
    }
  }

  /// The current position of a load.
  func position(of load: LoadID) async throws -> PositionAnchor {
    let count = log.reports(of: load).count
    engine.measure(load)
    var anchor: PositionAnchor?
    try await wait(for: "a position") {
      anchor = log.reports(of: load).dropFirst(count).last(where: \.isPosition)?.anchor
      return anchor != nil
    }
    return try #require(anchor)
  }

  /// Waits until a load has reached a position.
  func wait(for load: LoadID, at position: Duration) async throws {
    try await wait(for: "the position \(position)") {
      engine.measure(load)
      return log.reports(of: load).contains {
        $0.isPosition && $0.anchor.map { $0.position >= position } == true
      }
    }
  }
}

extension MPVEngine {
  /// The next load's entry in libmpv's playlist, or `nil` if it is not there.
  var appendedEntry: PlaylistEntryID? {
    get async { await ask { $0.machine.next.flatMap { $0.isAppended ? $0.slot.entry : nil } } }
  }
}

extension MPVCore {
  /// Whether filters cut the end of libmpv's current entry.
  var isCutByFilter: Bool { playingEntry.flatMap { playlist[$0]?.filtersCut } != nil }
}
