import PlayerKit

/// What a fake player was told, and who listens.
struct FakePlayerLog {
  private struct Listener {
    let onReport: @Sendable (LoadReport) -> Void
    var isOver = false
  }

  private(set) var commands: [FakePlayer.Command] = []
  private var loads: [(id: LoadID, track: any Track)] = []
  private var tracksByLoad: [LoadID: any Track] = [:]
  private var listeners: [LoadID: Listener] = [:]

  var tracks: [any Track] { loads.map(\.track) }

  func track(of load: LoadID) -> (any Track)? { tracksByLoad[load] }

  func loads(of trackID: String) -> [LoadID] {
    loads.filter { $0.track.id == trackID }.map(\.id)
  }

  /// Who listened to a load that is over.
  func listener(ofEnded load: LoadID) -> (@Sendable (LoadReport) -> Void)? {
    listeners[load].flatMap { $0.isOver ? $0.onReport : nil }
  }

  mutating func record(_ command: PlaybackCommand) {
    switch command {
    case .open(let request, _):
      add(request)
      let isPlaying = request.wantsToPlay
      commands.append(.load(request.track.id, at: request.position, isPlaying: isPlaying))
    case .preload(let request, _):
      add(request)
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
    if let track = tracksByLoad[load] { commands.append(command(track.id)) }
  }

  mutating func remember(_ request: LoadRequest) {
    listeners[request.id] = Listener(onReport: request.onReport)
  }

  mutating func recordEnd(of load: LoadID) {
    listeners[load]?.isOver = true
  }

  private mutating func add(_ request: LoadRequest) {
    loads.append((request.id, request.track))
    tracksByLoad[request.id] = request.track
  }
}
