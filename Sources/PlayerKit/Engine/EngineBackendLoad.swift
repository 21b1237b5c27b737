/// What an engine's backend knows of one load, from the command to the end: pure.
struct EngineBackendLoad: Sendable {
  enum Place: Sendable, Hashable {
    /// In place of anything else.
    case current
    /// Behind this load, without a gap.
    case next(after: LoadID)
  }

  enum Stage: Sendable {
    /// Its source is being looked for; the engine does not know it.
    case resolving(Place, Task<Void, Never>?)
    /// The engine has it. `settling` is the seek that is settled by opening it.
    case inEngine(Place, settling: SeekID?)
    /// The engine was asked to give it back, since another load takes its place.
    case replaced
  }

  /// What is to be done about it, in this order.
  enum Action: Sendable {
    case load(MediaSource, at: Duration, isPlaying: Bool)
    case setNext(MediaSource, after: LoadID)
    case removeNext(after: LoadID)
    case setPlaying(Bool)
    case seek(Duration, SeekID)
    case unload
    /// The engine never knew it: its end is reported here.
    case drop(Task<Void, Never>?, LoadEvent)
  }

  let request: LoadRequest
  private(set) var stage: Stage
  private var isPlaying: Bool
  private var position: Duration
  private var seek: SeekID?

  init(_ request: LoadRequest, place: Place) {
    self.request = request
    stage = .resolving(place, nil)
    isPlaying = request.wantsToPlay
    position = request.position
  }

  var isResolving: Bool {
    if case .resolving = stage { true } else { false }
  }

  /// Its source is looked for by this task, unless it has been found meanwhile.
  mutating func isLookedFor(by task: Task<Void, Never>) {
    if case .resolving(let place, nil) = stage { stage = .resolving(place, task) }
  }

  /// Its source is there: it goes to the engine with all that was commanded meanwhile.
  mutating func found(_ source: MediaSource) -> Action? {
    guard case .resolving(let place, _) = stage else { return nil }
    stage = .inEngine(place, settling: seek)
    switch place {
    case .current: return .load(source, at: position, isPlaying: isPlaying)
    case .next(let current): return .setNext(source, after: current)
    }
  }

  /// It is to take the place of the load that it was to follow.
  mutating func begin(isPlaying: Bool) {
    self.isPlaying = isPlaying
    switch stage {
    case .resolving(_, let task): stage = .resolving(.current, task)
    case .inEngine(_, let seek): stage = .inEngine(.current, settling: seek)
    case .replaced: break
    }
  }

  mutating func setPlaying(_ isPlaying: Bool) -> Action? {
    self.isPlaying = isPlaying
    return isResolving ? nil : .setPlaying(isPlaying)
  }

  mutating func seek(to position: Duration, _ id: SeekID) -> Action? {
    switch stage {
    case .resolving:
      self.position = position
      seek = id
      return nil
    case .inEngine(let place, _):
      stage = .inEngine(place, settling: nil)
      return .seek(position, id)
    case .replaced:
      return nil
    }
  }

  func cancelled() -> Action? {
    switch stage {
    case .resolving(.next, let task): .drop(task, .superseded)
    case .inEngine(.next(let current), _): .removeNext(after: current)
    case .resolving(.current, _), .inEngine(.current, _), .replaced: nil
    }
  }

  func released() -> Action {
    if case .resolving(_, let task) = stage { .drop(task, .released) } else { .unload }
  }

  /// Another load takes its place, and is not in the engine yet.
  mutating func replace() -> Action {
    if case .resolving(_, let task) = stage { return .drop(task, .superseded) }
    stage = .replaced
    return .unload
  }

  /// What the player is told where the engine reports this.
  mutating func reports(for report: LoadEvent) -> [LoadEvent] {
    switch (stage, report) {
    case (.inEngine(let place, let seek?), .loaded(let media)):
      stage = .inEngine(place, settling: nil)
      return [report, .seekCompleted(seek, media.anchor)]
    case (.inEngine(.next, let seek), .started):
      stage = .inEngine(.current, settling: seek)
      return [report]
    case (.replaced, .released):
      return [.superseded]
    case (.resolving, _), (.inEngine, _), (.replaced, _):
      return [report]
    }
  }
}
