/// The state of one load in an engine's backend, from the command to the end: pure.
struct EngineBackendLoad: Sendable {
  enum Place: Sendable, Hashable {
    /// Replaces any other load.
    case current
    /// Plays after this load without a gap.
    case next(after: LoadID)
  }

  enum Stage: Sendable {
    /// Its source is being resolved; the engine does not know it.
    case resolving(Place, Task<Void, Never>?)
    /// The engine has it. `settling` is the seek that completes when it opens.
    case inEngine(Place, settling: SeekID?)
    /// The engine was asked to release it, because another load replaces it.
    case replaced
  }

  /// The action to take for a load.
  enum Action: Sendable {
    case load(MediaSource, at: Duration, isPlaying: Bool)
    case setNext(MediaSource, after: LoadID)
    case removeNext(after: LoadID)
    case setPlaying(Bool)
    case seek(Duration, SeekID)
    case unload
    /// The engine never had it, so its end is reported here.
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

  /// Records the task that resolves the source, unless that has happened meanwhile.
  mutating func isLookedFor(by task: Task<Void, Never>) {
    if case .resolving(let place, nil) = stage { stage = .resolving(place, task) }
  }

  /// Gives the resolved source to the engine, with everything that was commanded meanwhile.
  mutating func found(_ source: MediaSource) -> Action? {
    guard case .resolving(let place, _) = stage else { return nil }
    stage = .inEngine(place, settling: seek)
    switch place {
    case .current: return .load(source, at: position, isPlaying: isPlaying)
    case .next(let current): return .setNext(source, after: current)
    }
  }

  /// Starts it now instead of after the load that it was to follow.
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

  /// Replaces it with another load, which is not in the engine yet.
  mutating func replace() -> Action {
    if case .resolving(_, let task) = stage { return .drop(task, .superseded) }
    stage = .replaced
    return .unload
  }

  /// Returns the reports for the player that follow from a report of the engine.
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
