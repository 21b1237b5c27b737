import PlayerKit

/// What a fake player was told, and who listens.
struct FakePlayerLog {
  /// One load, also beyond its end.
  private struct Load {
    let request: LoadRequest
    var isOver = false
    /// Whether the backend was told to open it.
    var isOpened = false
  }

  private(set) var commands: [FakePlayer.Command] = []
  private var loads: [LoadID: Load] = [:]
  /// Those that were opened, the oldest first.
  private var opened: [LoadID] = []

  var tracks: [any Track] { opened.compactMap(track) }

  func track(of load: LoadID) -> (any Track)? {
    loads[load].flatMap { $0.isOpened ? $0.request.track : nil }
  }

  func loads(of trackID: String) -> [LoadID] {
    opened.filter { track(of: $0)?.id == trackID }
  }

  /// Who listened to a load that is over.
  func listener(ofEnded load: LoadID) -> (@Sendable (LoadReport) -> Void)? {
    loads[load].flatMap { $0.isOver ? $0.request.onReport : nil }
  }

  mutating func record(_ command: PlaybackCommand) {
    switch command {
    case .open(let request, _):
      open(request)
      let isPlaying = request.wantsToPlay
      commands.append(.load(request.track.id, at: request.position, isPlaying: isPlaying))
    case .preload(let request, _):
      open(request)
      commands.append(.preload(request.track.id))
    case .beginPreloaded(let load, _, let isPlaying):
      record(load) { .beginPreloaded($0, isPlaying: isPlaying) }
    case .cancelPreload(let load): record(load) { .cancelPreload($0) }
    case .setPlaying(let isPlaying, let load): record(load) { .setPlaying(isPlaying, $0) }
    case .seek(let position, _, let load): record(load) { .seek(position, $0) }
    case .release(let load): record(load) { .unload($0) }
    case .apply(let settings): commands.append(.apply(settings))
    case .measure: break
    }
  }

  private mutating func record(_ load: LoadID, _ command: (String) -> FakePlayer.Command) {
    if let track = track(of: load) { commands.append(command(track.id)) }
  }

  mutating func remember(_ request: LoadRequest) {
    loads[request.id] = Load(request: request)
  }

  mutating func recordEnd(of load: LoadID) {
    loads[load]?.isOver = true
  }

  /// What the player loads again by itself was not requested by anybody.
  private mutating func open(_ request: LoadRequest) {
    loads[request.id, default: Load(request: request)].isOpened = true
    opened.append(request.id)
  }
}
