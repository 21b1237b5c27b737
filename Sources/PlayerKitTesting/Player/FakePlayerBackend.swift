import PlayerKit
import PlayerKitSystem

/// Carries out a fake player's commands on the engine of its group, and records them.
final class FakePlayerBackend: PlayerBackend {
  let group: FakePlayer.Group
  let capabilities: PlayerCapabilities
  let resolver: FakeResolver
  private let backend: EngineBackend
  /// The commands and loads so far.
  let log = Locked(FakePlayerLog())

  init(group: FakePlayer.Group, capabilities: PlayerCapabilities, resolver: FakeResolver) {
    self.group = group
    self.capabilities = capabilities
    self.resolver = resolver
    backend = EngineBackend(
      resolver: resolver,
      engine: group.engine,
      executor: LibraryTasks.executor ?? InlineExecutor()
    )
  }

  var gaplessGroup: GaplessGroup? { GaplessGroup(sharing: group) }

  var network: (any NetworkChecking)? { group.engine.network }

  func perform(_ command: PlaybackCommand, for sink: ReportSink) {
    log.withLock { $0.record(command, for: sink) }
    let own = ReportSink { [log] report, load in
      if !log.withLock({ $0.isTaken(load) }) { sink.report(report, of: load) }
    } callInLine: {
      sink.inLine($0)
    }
    backend.perform(command, for: own)
  }

  /// Performs an action of the device's own controls.
  func perform(_ action: RemoteAction, on load: LoadID) {
    switch action {
    case .play: group.engine.setPlaying(true, load: load)
    case .pause: group.engine.setPlaying(false, load: load)
    case .seek(let anchor): group.engine.seek(to: anchor.position, id: .unique(), load: load)
    case .volume, .mute, .next, .previous: break
    }
  }

  var soundingTrack: (any Track)? {
    guard let load = group.engine.soundingLoad else { return nil }
    return log.withLock { $0.track(of: load) }
  }

  /// The current load, if it is from this player. Otherwise `nil`.
  var currentLoad: LoadID? {
    guard let load = group.engine.knownLoads.first else { return nil }
    return log.withLock { $0.track(of: load) == nil ? nil : load }
  }

  func inject(_ report: LoadEvent, of load: LoadID) {
    log.withLock { $0.sink(of: load) }?.report(report, of: load)
  }
}

/// Resolves each track to its script, which the engine receives as the source.
final class FakeResolver: MediaResolver {
  let playerType: PlayerType
  private let clock: any PlaybackClock
  private let isLate: Bool
  private let delays: Locked<Delays>
  private let scripts = Locked<[String: FakeMedia]>([:])
  private let defaultScript: @Sendable (any Track) -> FakeMedia

  init(
    playerType: PlayerType,
    group: FakePlayer.Group,
    defaultScript: @escaping @Sendable (any Track) -> FakeMedia
  ) {
    self.playerType = playerType
    clock = group.clock
    isLate = group.lateness != nil
    delays = Locked(Delays(group.lateness, salt: 2))
    self.defaultScript = defaultScript
  }

  func setMedia(_ media: FakeMedia, for trackID: String) {
    scripts.withLock { $0[trackID] = media }
  }

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    isLate ? nil : source(of: track)
  }

  func resolve(_ track: any Track) async throws(PlayerError) -> MediaSource {
    let (delay, fails) = delays.withLock { ($0.next(), $0.nextFails()) }
    if delay > .zero {
      await withCheckedContinuation { continuation in
        _ = clock.schedule(at: clock.now + delay) { continuation.resume() }
      }
    }
    if fails { throw PlayerError(.timedOut, "The fake look-up is scripted to fail so.") }
    return source(of: track)
  }

  private func source(of track: any Track) -> MediaSource {
    let media = scripts.withLock { $0[track.id] } ?? defaultScript(track)
    return MediaSource(.bytes(FakeBytes(media: media)))
  }
}

/// A script, wrapped as bytes that only a ``FakeEngine`` can play.
struct FakeBytes: ByteSource {
  let media: FakeMedia

  func makeStream() -> any ByteStream {
    FailedByteStream(PlayerError(.unsupportedFormat, "Only a fake engine plays a script."))
  }
}
