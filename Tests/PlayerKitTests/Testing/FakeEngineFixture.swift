import PlayerKit
import PlayerKitTesting

/// A fake engine with a clock and a recorder. Its media: `a` of 10 s, `b` of 5 s.
final class FakeEngineFixture {
  let clock = ManualClock()
  let engine: FakeEngine
  let recorder = ReportRecorder()
  private var issuer = LoadIDIssuer.unique()

  init(continuesAfterFailure: Bool = true) {
    engine = FakeEngine(clock: clock, continuesAfterFailure: continuesAfterFailure)
    engine.setMedia(FakeMedia(duration: .seconds(10)), for: "a")
    engine.setMedia(FakeMedia(duration: .seconds(5)), for: "b")
  }

  /// Changes the script of a source, which lasts 10 s if it is new.
  func script(_ name: String, _ change: (inout FakeMedia) -> Void) {
    var media = FakeMedia(duration: .seconds(10))
    change(&media)
    engine.setMedia(media, for: name)
  }

  func makeLoad(
    _ name: String,
    at position: Duration = .zero,
    isPlaying: Bool = true,
    then next: @escaping @Sendable (LoadEvent) -> Void = { _ in }
  ) -> EngineLoad {
    let id = issuer.nextLoad()
    return EngineLoad(
      id: id,
      source: MediaSource(.file(path: name)),
      position: position,
      isPlaying: isPlaying,
      album: AlbumContext(),
      onReport: recorder.sink(for: id, then: next)
    )
  }

  func load(_ name: String, at position: Duration = .zero, isPlaying: Bool = true) -> LoadID {
    let load = makeLoad(name, at: position, isPlaying: isPlaying)
    engine.load(load)
    return load.id
  }

  func setNext(_ name: String, at position: Duration = .zero, after current: LoadID) -> LoadID {
    let load = makeLoad(name, at: position)
    engine.setNext(load, after: current)
    return load.id
  }

  func seek(to position: Duration, in load: LoadID) -> SeekID {
    let seek = issuer.nextSeek()
    engine.seek(to: position, id: seek, load: load)
    return seek
  }

  func reports(of load: LoadID) -> [LoadEvent] { recorder.reports(of: load) }
}

/// The report of a ready load.
func loaded(
  _ anchor: PositionAnchor,
  duration: Double? = 10,
  isSeekable: Bool = true
) -> LoadEvent {
  .loaded(
    LoadedMedia(anchor: anchor, duration: duration.map { seconds($0) }, isSeekable: isSeekable)
  )
}
