import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

/// Feeds one load of an engine's backend by hand.
@Suite("Loads of an engine's backend", .tags(.pure))
struct EngineBackendLoadTests {
  private let source = MediaSource(.file(path: "a"))
  private let current = LoadID.unique()
  private var ids = LoadIDIssuer.unique()

  private func load(_ place: EngineBackendLoad.Place) -> EngineBackendLoad {
    EngineBackendLoad(
      LoadRequest(
        track: FakeTrack("a"),
        position: .seconds(2),
        wantsToPlay: true,
        album: AlbumContext()
      ),
      place: place
    )
  }

  private var loaded: LoadEvent {
    let anchor = PositionAnchor(
      position: .seconds(9),
      speed: 0,
      instant: MonotonicInstant(sinceOrigin: .zero)
    )
    return .loaded(LoadedMedia(anchor: anchor, duration: nil, isSeekable: true))
  }

  @Test("Commands during the look-up apply when the source is opened")
  func comesWhileLooked() throws {
    var ids = ids
    var load = load(.current)
    let seek = ids.nextSeek()
    #expect(load.setPlaying(false) == nil)
    #expect(load.seek(to: .seconds(5), ids.nextSeek()) == nil)
    #expect(load.seek(to: .seconds(9), seek) == nil)
    guard case .load(_, at: .seconds(9), isPlaying: false)? = load.found(source) else {
      Issue.record("The source is not opened as commanded.")
      return
    }
    let reports = load.reports(for: loaded)
    #expect(reports.count == 2)
    guard case .seekCompleted(seek, _) = reports[1] else {
      Issue.record("The seek is not settled.")
      return
    }
    #expect(load.reports(for: .buffering(true)) == [.buffering(true)])
  }

  @Test("Only the engine settles a seek that it received")
  func seekEngineGets() {
    var ids = ids
    var load = load(.current)
    _ = load.seek(to: .seconds(5), ids.nextSeek())
    _ = load.found(source)
    guard case .seek(.seconds(7), _)? = load.seek(to: .seconds(7), ids.nextSeek()) else {
      Issue.record("The engine does not get the seek.")
      return
    }
    #expect(load.reports(for: loaded) == [loaded])
  }

  @Test("A preloaded track that was begun during its look-up is opened as the current load")
  func followOpenedPlace() {
    var load = load(.next(after: current))
    load.begin(isPlaying: false)
    guard case .load(_, at: .seconds(2), isPlaying: false)? = load.found(source) else {
      Issue.record("The source is not opened as commanded.")
      return
    }
    #expect(load.cancelled() == nil)
  }

  @Test("A cancelled load is dropped during the look-up, and removed from the engine after it")
  func cancelledDroppedWhile() {
    var load = load(.next(after: current))
    guard case .drop(nil, .superseded)? = load.cancelled() else {
      Issue.record("The load is not dropped.")
      return
    }
    _ = load.found(source)
    guard case .removeNext(after: current)? = load.cancelled() else {
      Issue.record("The load is not removed from the engine.")
      return
    }
    _ = load.reports(for: .started(anchor))
    #expect(load.cancelled() == nil)
  }

  @Test("A replaced load ends as superseded, however the engine reports its end")
  func replacedEndsSuperseded() {
    var load = load(.current)
    guard case .drop(nil, .superseded) = load.replace() else {
      Issue.record("The load is not dropped.")
      return
    }
    _ = load.found(source)
    guard case .unload = load.replace() else {
      Issue.record("The load is not unloaded.")
      return
    }
    #expect(load.reports(for: .released) == [.superseded])
  }

  private var anchor: PositionAnchor {
    PositionAnchor(position: .zero, speed: 1, instant: MonotonicInstant(sinceOrigin: .zero))
  }
}
