import PlayerKit

/// The commands of a fake player, and the sinks of its loads.
struct FakePlayerLog {
  private(set) var commands: [FakePlayer.Command] = []
  /// All loads, including ended ones.
  private var loads: [LoadID: (track: any Track, sink: ReportSink)] = [:]
  /// The loads that another app's track replaced. Nothing more is reported for them.
  private var taken: Set<LoadID> = []
  /// The opened loads, the oldest first.
  private var opened: [LoadID] = []

  var tracks: [any Track] { opened.compactMap(track) }

  func track(of load: LoadID) -> (any Track)? { loads[load]?.track }

  func loads(of trackID: String) -> [LoadID] {
    opened.filter { track(of: $0)?.id == trackID }
  }

  func sink(of load: LoadID) -> ReportSink? { loads[load]?.sink }

  func isTaken(_ load: LoadID) -> Bool { taken.contains(load) }

  mutating func recordTakeover(of load: LoadID) { taken.insert(load) }

  mutating func record(_ command: PlaybackCommand, for sink: ReportSink) {
    switch command {
    case .open(let request, _):
      open(request, for: sink)
      let isPlaying = request.wantsToPlay
      commands.append(.load(request.track.id, at: request.position, isPlaying: isPlaying))
    case .preload(let request, _):
      open(request, for: sink)
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

  private mutating func open(_ request: LoadRequest, for sink: ReportSink) {
    loads[request.id] = (request.track, sink)
    opened.append(request.id)
  }
}
