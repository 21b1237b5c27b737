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

  mutating func note(_ command: FakePlayer.Command) {
    commands.append(command)
  }

  mutating func noteLoad(
    _ load: LoadID,
    of track: any Track,
    at position: Duration,
    isPlaying: Bool
  ) {
    add(load, track)
    note(.load(track.id, at: position, isPlaying: isPlaying))
  }

  mutating func notePreload(_ load: LoadID, of track: any Track) {
    add(load, track)
    note(.preload(track.id))
  }

  mutating func remember(_ request: LoadRequest) {
    listeners[request.id] = Listener(onReport: request.onReport)
  }

  mutating func noteEnd(of load: LoadID) {
    listeners[load]?.isOver = true
  }

  private mutating func add(_ load: LoadID, _ track: any Track) {
    loads.append((load, track))
    tracksByLoad[load] = track
  }
}
