import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// An engine, and the reports of its loads.
struct EngineStage {
  let engine: MPVEngine
  let recorder = ReportRecorder()
  private var ids = LoadIDIssuer.unique()

  init(_ configuration: MPVEngine.Configuration = .init(output: .null)) throws {
    engine = try MPVEngine(configuration: configuration)
  }

  mutating func load(
    _ source: MediaSource,
    clip: Clip? = nil,
    at position: Duration = .zero
  ) -> EngineLoad {
    let id = ids.nextLoad()
    return EngineLoad(
      id: id,
      source: source,
      clip: clip,
      position: position,
      isPlaying: true,
      album: AlbumContext(),
      onReport: recorder.sink(for: id)
    )
  }

  /// Seeks, and waits until the seek is complete.
  mutating func seek(to position: Duration, in load: LoadID) async throws {
    let seek = ids.nextSeek()
    engine.seek(to: position, id: seek, load: load)
    try await wait(for: "the seek", of: load) {
      if case .seekCompleted(seek, _) = $0 { true } else { false }
    }
  }

  func waitForLoaded(_ load: LoadID) async throws {
    try await wait(for: "readiness", of: load) {
      if case .loaded = $0 { true } else { false }
    }
  }

  func waitForStart(of load: LoadID) async throws {
    try await wait(for: "its start", of: load) {
      if case .started = $0 { true } else { false }
    }
  }

  func wait(
    for what: String,
    of load: LoadID,
    until isWanted: @escaping @Sendable (LoadEvent) -> Bool
  ) async throws {
    try await recorder.wait(for: what) { $0.reports(of: load).contains(where: isWanted) }
  }

  /// The time from a command to its effect.
  func time(_ command: () -> Void, until wait: () async throws -> Void) async throws -> Duration {
    let start = ContinuousClock.now
    command()
    try await wait()
    return ContinuousClock.now - start
  }

  /// The time from a load to its readiness.
  mutating func timeToLoad(_ source: MediaSource) async throws -> Duration {
    let load = load(source)
    return try await time({ engine.load(load) }, until: { try await waitForLoaded(load.id) })
  }
}

extension MediaSource {
  /// The track of a server with a number.
  init(_ server: SlowServer, _ number: Int) throws {
    guard let url = URL(string: server.url(number)) else { throw POSIXError(.EINVAL) }
    self.init(.remote(url))
  }
}

extension SlowServer {
  /// Waits until the server sent a number of answers.
  func wait(forAnswers count: Int) async throws {
    let limit = ContinuousClock.now + .seconds(20)
    while answers < count {
      guard ContinuousClock.now < limit else { throw POSIXError(.ETIMEDOUT) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
