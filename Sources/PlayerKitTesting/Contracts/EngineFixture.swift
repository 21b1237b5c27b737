import PlayerKit
import PlayerKitSystem

/// An engine under test, with helpers for a check.
final class EngineFixture: ContractFixture {
  typealias Sample = AudioEngineSamples.Sample

  let engine: any AudioEngine
  let recorder = ReportRecorder()
  let issued = Locked<[LoadID]>([])
  private let harness: any AudioEngineHarness
  private let issuer = Locked(LoadIDIssuer.unique())

  init(engine: any AudioEngine, harness: any AudioEngineHarness) {
    self.engine = engine
    self.harness = harness
  }

  var timing: any ContractHarness { harness }
  var samples: AudioEngineSamples { harness.samples }
  var story: String { "an engine" }

  /// Runs a check, closes the engine even if the check fails, and verifies the general
  /// requirements.
  func run(_ body: (EngineFixture) async throws -> Void) async throws {
    try await cleaningUp(by: engine.close) { try await body(self) }
    try await verifyLoads()
  }

  // MARK: Commands

  /// Makes a recorded load. The load must have ended when the check ends.
  func makeLoad(
    _ source: MediaSource,
    clip: Clip? = nil,
    at position: Duration = .zero,
    isPlaying: Bool = true,
    then next: @escaping @Sendable (LoadEvent) -> Void = { _ in }
  ) -> EngineLoad {
    let id = issuer.withLock { $0.nextLoad() }
    issued.withLock { $0.append(id) }
    return EngineLoad(
      id: id,
      source: source,
      clip: clip,
      position: position,
      isPlaying: isPlaying,
      album: AlbumContext(),
      onReport: recorder.sink(for: id, then: next)
    )
  }

  func load(
    _ source: MediaSource,
    clip: Clip? = nil,
    at position: Duration = .zero,
    isPlaying: Bool = true
  ) -> LoadID {
    let load = makeLoad(source, clip: clip, at: position, isPlaying: isPlaying)
    engine.load(load)
    return load.id
  }

  /// Loads a sample and queues another one to follow it.
  func load(_ first: Sample, then second: Sample) -> (LoadID, LoadID) {
    let current = load(first.source)
    return (current, setNext(second.source, after: current))
  }

  func setNext(_ source: MediaSource, clip: Clip? = nil, after current: LoadID) -> LoadID {
    let load = makeLoad(source, clip: clip)
    engine.setNext(load, after: current)
    return load.id
  }

  func seek(to position: Duration, in load: LoadID) -> SeekID {
    let seek = issuer.withLock { $0.nextSeek() }
    engine.seek(to: position, id: seek, load: load)
    return seek
  }

  /// Loads a sample and waits until it is ready to play.
  func play(_ sample: Sample) async throws -> LoadID {
    let load = load(sample.source)
    _ = try await loaded(load)
    return load
  }

  // MARK: Waiting

  func loaded(_ load: LoadID) async throws -> LoadedMedia {
    try await first("loaded", of: load) { $0.loadedMedia }
  }

  /// Seeks, and expects the seek to complete at that position.
  func sought(_ position: Duration, in load: LoadID) async throws -> PositionAnchor {
    let anchor = try await completion(of: seek(to: position, in: load), in: load)
    try expect(anchor.position, near: position, "the position sought")
    return anchor
  }

  func completion(of seek: SeekID, in load: LoadID) async throws -> PositionAnchor {
    try await first("the completion of a seek", of: load) { $0.completion(of: seek) }
  }

  // MARK: Expectations

  /// Expects that each load ends and the next one follows. Nothing follows the last load.
  func expectEnds(of loads: LoadID...) async throws {
    for (index, load) in loads.enumerated() {
      let next = index + 1 < loads.count ? loads[index + 1] : nil
      try await expectEnding(of: load, .ended(followedBy: next))
    }
  }

  /// Expects that no report of a load satisfies `isMeant`.
  func expectNone(of load: LoadID, _ what: String, _ isMeant: (LoadEvent) -> Bool) throws {
    try expect(!recorder.reports(of: load).contains(where: isMeant), "load \(load) \(what)")
  }

  func expectSuperseded(_ loads: LoadID...) async throws {
    for load in loads { try await expectEnding(of: load, .superseded) }
  }

  /// Expects that the loads have already been released.
  func expectReleased(_ loads: LoadID...) throws {
    for load in loads {
      let reports = recorder.reports(of: load)
      try expect(reports.last == .released, "load \(load) was not released")
    }
  }

  func expectFailure(of load: LoadID, _ code: PlayerError.Code) async throws {
    guard case .failed(let error, nil) = try await ending(of: load) else {
      throw ContractViolation("load \(load) did not fail; reports: \(recorder.entries)")
    }
    try expect(error.code == code, "the code is \(error.code.rawValue), not \(code.rawValue)")
  }
}
