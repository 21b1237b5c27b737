import Locking
import PlayerKit

/// An engine under test with what a check needs around it.
final class EngineBench: Sendable {
  let engine: any AudioEngine
  let recorder = ReportRecorder()
  private let harness: any AudioEngineHarness
  private let issuer = Locked(LoadIDIssuer.unique())
  private let issued = Locked<[LoadID]>([])

  init(engine: any AudioEngine, harness: any AudioEngineHarness) {
    self.engine = engine
    self.harness = harness
  }

  var samples: AudioEngineSamples { harness.samples }

  /// Runs a check, closes the engine in any case, and verifies what holds for all loads.
  func run(_ body: (EngineBench) async throws -> Void) async -> Result<Void, any Error> {
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(self))
    } catch {
      outcome = .failure(error)
    }
    await engine.close()
    return await verify(after: outcome)
  }

  // MARK: Commands

  /// Makes a load that is recorded and, at the end, must have ended.
  func makeLoad(
    _ source: MediaSource,
    clip: Clip? = nil,
    at position: Duration = .zero,
    isPlaying: Bool = true,
    then next: @escaping @Sendable (LoadReport) -> Void = { _ in }
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

  // MARK: Waiting

  func wait(
    for what: String,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await harness.wait(for: what, in: recorder, until: condition)
  }

  func pass(_ time: Duration) async throws {
    try await harness.pass(time)
  }

  /// Waits for the first report of a load that `pick` makes something of.
  func first<Found: Sendable>(
    _ what: String,
    of load: LoadID,
    _ pick: @escaping @Sendable (LoadReport) -> Found?
  ) async throws -> Found {
    try await wait(for: what) { $0.reports(of: load).contains { pick($0) != nil } }
    guard let found = recorder.reports(of: load).lazy.compactMap(pick).first else {
      throw ContractViolation("no \(what)")
    }
    return found
  }

  func loaded(_ load: LoadID) async throws -> LoadedMedia {
    try await first("loaded", of: load) { $0.loadedMedia }
  }

  func ending(of load: LoadID) async throws -> LoadReport {
    try await first("an end", of: load) { $0.isTerminal ? $0 : nil }
  }

  func completion(of seek: SeekID, in load: LoadID) async throws -> PositionAnchor {
    try await first("the completion of a seek", of: load) { $0.completion(of: seek) }
  }

  // MARK: Expectations

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard !condition else { return }
    throw ContractViolation("\(message()); reports: \(recorder.entries)")
  }

  func expect(_ actual: Duration, near expected: Duration, _ what: String) throws {
    let difference = max(actual, expected) - min(actual, expected)
    try expect(difference <= harness.tolerance, "\(what) is \(actual) instead of \(expected)")
  }

  func expectEnding(of load: LoadID, _ expected: LoadReport) async throws {
    let ending = try await ending(of: load)
    try expect(ending == expected, "load \(load) ended with \(ending) instead of \(expected)")
  }

  func expectFailure(of load: LoadID, _ code: PlayerError.Code) async throws {
    guard case .failed(let error, nil) = try await ending(of: load) else {
      throw ContractViolation("load \(load) did not fail; reports: \(recorder.entries)")
    }
    try expect(error.code == code, "the code is \(error.code.rawValue), not \(code.rawValue)")
  }
}

extension EngineBench {
  /// What holds at the end of each check. A failure of the check itself goes first.
  private func verify(after outcome: Result<Void, any Error>) async -> Result<Void, any Error> {
    do {
      try outcome.get()
      // Whatever comes after the end of an engine comes soon.
      try await pass(.milliseconds(20))
      for load in issued.withLock({ $0 }) { try verify(load) }
      try expect(!recorder.reportsOverlapped, "a report came while another was under way")
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func verify(_ load: LoadID) throws {
    let reports = recorder.reports(of: load)
    try expect(reports.count { $0.isTerminal } == 1, "load \(load) did not end exactly once")
    try expect(reports.last?.isTerminal == true, "a report of load \(load) came after its end")
    try expect(reports.count { $0.loadedMedia != nil } <= 1, "load \(load) was loaded twice")
    try expect(reports.count { $0.start != nil } <= 1, "load \(load) started twice")
  }
}
