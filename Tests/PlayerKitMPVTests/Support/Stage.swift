import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// What a test with a real engine needs: a directory, a log, ids, and the engine.
struct Stage {
  let sandbox: Sandbox
  let engine: MPVEngine
  let log = ReportLog()
  private var ids = LoadIDIssuer.unique()

  /// The engine writes to the file `out.pcm`, or plays in real time to nowhere. Unless a test says so, a live stream
  /// that breaks off is not asked for again, and nothing is dithered: samples are the same at each run.
  init(
    isRealTime: Bool,
    networkTimeout: Duration = .seconds(10),
    reconnection: Duration = .zero,
    clock: any PlaybackClock = SystemPlaybackClock(),
    dithers: Bool = false
  ) throws {
    sandbox = try Sandbox()
    var configuration = MPVEngine.Configuration(
      output: isRealTime ? .null : .pcm(path: sandbox.path("out.pcm")),
      networkTimeout: networkTimeout,
      reconnection: reconnection,
      clock: clock
    )
    configuration.dithers = dithers
    engine = try MPVEngine(configuration: configuration)
  }

  /// The engine plays to this output, in real time.
  init(output: MPVEngine.Output) throws {
    sandbox = try Sandbox()
    var configuration = MPVEngine.Configuration(output: output)
    configuration.dithers = false
    engine = try MPVEngine(configuration: configuration)
  }

  mutating func nextLoad() -> LoadID { ids.nextLoad() }
  mutating func nextSeek() -> SeekID { ids.nextSeek() }

  /// What was written, once the engine is closed.
  func output() async throws -> Data {
    await engine.close()
    return try sandbox.read("out.pcm")
  }

  func wav(_ signal: Signal, _ name: String = UUID().uuidString + ".wav") throws -> MediaSource {
    MediaSource(.file(path: try sandbox.write(signal.wav, to: name)))
  }
}

extension MPVEngine {
  /// How many entries libmpv's playlist has; `nil` after the end.
  var playlistCount: Int? {
    get async { await ask { $0.handle.double("playlist-count").map { Int($0) } } }
  }

  /// Where what follows begins in libmpv's playlist; `nil` where that does not have it.
  var appendedEntry: PlaylistEntryID? {
    get async { await ask { $0.machine.next.flatMap { $0.isAppended ? $0.slot.entry : nil } } }
  }

  /// Whether the filters of what libmpv has in hand cut it.
  var isCutByFilter: Bool {
    get async {
      await ask { core in core.playingEntry.flatMap { core.playlist[$0]?.filtersCut } } != nil
    }
  }

  /// Waits until libmpv's playlist has so many entries.
  func waitForPlaylist(of count: Int, within limit: Duration = .seconds(30)) async throws {
    try await eventually("a playlist of \(count)", limit: limit) {
      await playlistCount == count
    }
  }

  /// Where a load is now.
  func position(of load: LoadID, in log: ReportLog) async throws -> PositionAnchor {
    let count = log.reports(of: load).count
    measure(load)
    var anchor: PositionAnchor?
    try await eventually("a position") {
      anchor = log.reports(of: load).dropFirst(count).last(where: \.isPosition)?.anchor
      return anchor != nil
    }
    return try #require(anchor)
  }

  /// Waits until a load has come to a position.
  func wait(for load: LoadID, at position: Duration, in log: ReportLog) async throws {
    try await eventually("the position \(position)", limit: position + .seconds(30)) {
      measure(load)
      return log.reports(of: load).contains {
        $0.isPosition && $0.anchor.map { $0.position >= position } == true
      }
    }
  }
}
