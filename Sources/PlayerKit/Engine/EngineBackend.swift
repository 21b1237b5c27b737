import PlayerKitSystem

/// Carries out a player's commands on an engine: resolves a track's source, then opens it.
package final class EngineBackend: PlayerBackend {
  let resolver: any MediaResolver
  let engine: any AudioEngine
  /// The executor for resolving; `nil` for the default one.
  private let executor: (any TaskExecutor)?

  private struct State {
    var loads: [LoadID: EngineBackendLoad] = [:]
    /// The output settings of this player's tracks; another player may have changed the engine's.
    var output = OutputSettings()
  }

  private let state = Locked(State())

  package init(
    resolver: any MediaResolver,
    engine: any AudioEngine,
    executor: (any TaskExecutor)? = nil
  ) {
    self.resolver = resolver
    self.engine = engine
    self.executor = executor
  }

  package var capabilities: PlayerCapabilities { .all }

  package var gaplessGroup: GaplessGroup? { GaplessGroup(sharing: engine) }

  package var network: (any NetworkChecking)? { engine.network }

  package func perform(_ command: PlaybackCommand, for sink: ReportSink) {
    switch command {
    case .open(let request, let replaced):
      open(request, replacing: replaced, for: sink)
    case .preload(let request, let current):
      find(request, for: .next(after: current), sink)
    case .beginPreloaded(let load, let current, let isPlaying):
      update(load, for: sink) { load in
        load.begin(isPlaying: isPlaying)
        return nil
      }
      engine.setOutput(state.withLock { $0.output })
      // Even if the engine does not have this load, it silences `current`.
      engine.playNext(load, after: current, isPlaying: isPlaying)
    case .cancelPreload(let load):
      update(load, for: sink) { $0.cancelled() }
    case .setPlaying(let isPlaying, let load):
      update(load, for: sink) { $0.setPlaying(isPlaying) }
    case .seek(let position, let id, let load):
      update(load, for: sink) { $0.seek(to: position, id) }
    case .measure(let load):
      engine.measure(load)
    case .release(let load):
      update(load, for: sink) { $0.released() }
    case .apply(let settings):
      state.withLock { $0.output = settings }
      engine.setOutput(settings)
    }
  }

  // MARK: - Finding the source

  private func open(_ request: LoadRequest, replacing replaced: LoadID?, for sink: ReportSink) {
    let isReplacedUnknown = replaced.flatMap { load in
      state.withLock { $0.loads[load]?.isResolving }
    }
    if let replaced, isReplacedUnknown == true { update(replaced, for: sink) { $0.replace() } }
    find(request, for: .current, sink)
    // If the new load is opened at once, it ends the old one, and the output need not be closed in
    // between. Otherwise the old load must not play on meanwhile.
    let isOpened = state.withLock { $0.loads[request.id]?.isResolving == false }
    if let replaced, !isOpened { update(replaced, for: sink) { $0.replace() } }
  }

  /// Resolves the load's source and gives it to the engine: at once if the resolver knows the
  /// source, or later, in line with the commands, if it needs a task.
  private func find(_ request: LoadRequest, for place: EngineBackendLoad.Place, _ sink: ReportSink)
  {
    let (load, track) = (request.id, request.track)
    state.withLock { $0.loads[load] = EngineBackendLoad(request, place: place) }
    do throws(PlayerError) {
      if let source = try resolver.resolveNow(track) {
        return found(.success(source), of: load, for: sink)
      }
    } catch {
      return found(.failure(error), of: load, for: sink)
    }
    let task = Task(executorPreference: executor ?? LibraryTasks.executor) { [resolver] in
      let result: Result<MediaSource, PlayerError>
      do {
        result = .success(try await resolver.resolve(track))
      } catch {
        result = Self.unresolved(track, by: resolver, PlayerError(resolving: error))
      }
      sink.inLine { self.found(result, of: load, for: sink) }
    }
    state.withLock { $0.loads[load]?.isLookedFor(by: task) }
  }

  /// An engine may have the media on disk and then needs only its cache key. Other engines fail
  /// with the error when they read it.
  private static func unresolved(
    _ track: any Track,
    by resolver: any MediaResolver,
    _ error: PlayerError
  ) -> Result<MediaSource, PlayerError> {
    guard error.isRetryable, let key = resolver.cacheKey(of: track) else { return .failure(error) }
    return .success(MediaSource(.bytes(FailedByteSource(error: error)), cacheKey: key))
  }

  private func found(
    _ result: Result<MediaSource, PlayerError>,
    of load: LoadID,
    for sink: ReportSink
  ) {
    switch result {
    case .success(let source):
      update(load, for: sink) { $0.found(source) }
    case .failure(let error):
      update(load, for: sink) { load in
        let error = error.attributed(
          to: load.request.track,
          playerType: self.resolver.playerType
        )
        return load.isResolving ? .drop(nil, .failed(error, followedBy: nil)) : nil
      }
    }
  }

  // MARK: - One load

  /// Applies the action that a load returns. Has no effect for an unknown load.
  private func update(
    _ id: LoadID,
    for sink: ReportSink,
    _ body: (inout EngineBackendLoad) -> EngineBackendLoad.Action?
  ) {
    let due = state.withLock { state -> (EngineBackendLoad.Action, LoadRequest, OutputSettings)? in
      guard var load = state.loads[id] else { return nil }
      let action = body(&load)
      state.loads[id] = load
      if case .drop = action { state.loads[id] = nil }
      return action.map { ($0, load.request, state.output) }
    }
    guard let (action, request, output) = due else { return }
    switch action {
    case .load(let source, let position, let isPlaying):
      engine.setOutput(output)
      engine.load(engineLoad(request, source, at: position, isPlaying: isPlaying, sink))
    case .setNext(let source, let current):
      let next = engineLoad(
        request,
        source,
        at: request.position,
        isPlaying: request.wantsToPlay,
        sink
      )
      engine.setNext(next, after: current)
    case .removeNext(let current): engine.setNext(nil, after: current)
    case .setPlaying(let isPlaying): engine.setPlaying(isPlaying, load: id)
    case .seek(let position, let seek): engine.seek(to: position, id: seek, load: id)
    case .unload: engine.unload(id)
    case .drop(let task, let report):
      task?.cancel()
      sink.report(report, of: id)
    }
  }

  private func engineLoad(
    _ request: LoadRequest,
    _ source: MediaSource,
    at position: Duration,
    isPlaying: Bool,
    _ sink: ReportSink
  ) -> EngineLoad {
    EngineLoad(
      id: request.id,
      source: source,
      clip: request.clip,
      position: position,
      rate: request.rate,
      isPlaying: isPlaying,
      album: request.album
    ) { [weak self] report in
      guard let self else { return }
      for report in reports(for: report, of: request) { sink.report(report, of: request.id) }
    }
  }

  /// Returns the reports for the owner that follow from a report of the engine.
  private func reports(for report: LoadEvent, of request: LoadRequest) -> [LoadEvent] {
    var report = report
    if case .failed(let error, let next) = report {
      let error = error.attributed(to: request.track, playerType: resolver.playerType)
      resolver.forget(request.track, after: error)
      report = .failed(error, followedBy: next)
    }
    return state.withLock { state in
      let reports = state.loads[request.id]?.reports(for: report)
      if report.isTerminal { state.loads[request.id] = nil }
      return reports ?? [report]
    }
  }
}
