#if SQLite
  import PlayerKit
  import PlayerKitSystem

  /// Reports changes in folders. Each platform can provide its own implementation.
  protocol FolderWatching: Sendable {
    /// Watches folders and everything in them until the stream is no longer read. No change after
    /// this method returns is missed.
    func changes(in folders: [String]) -> AsyncStream<FolderChange>
  }

  /// Something that may have changed.
  enum FolderChange: Sendable, Hashable {
    /// A file, or a folder with everything in it.
    case path(String)
    /// More changes than can be reported: look at all folders.
    case anything
  }

  /// Reports `anything` at an interval, for systems that report no changes.
  struct PeriodicWatching: FolderWatching {
    let interval: Duration
    var clock: any PlaybackClock = SystemPlaybackClock()

    func changes(in folders: [String]) -> AsyncStream<FolderChange> {
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let task = Task {
          while (try? await clock.sleep(for: interval)) != nil { continuation.yield(.anything) }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }

  extension LibraryFolders {
    /// How long changes must have stopped before they are looked at.
    static let quiet = Duration.milliseconds(300)

    /// Scans all folders, then keeps the library up to date until the task is canceled.
    ///
    /// On Linux the system reports changes, and each changed path is scanned alone, about 0.3
    /// seconds after the change. On other platforms, for folders on other machines, and for folders
    /// that the system can't watch, everything is scanned every `interval`. Folders that are added
    /// during this call are watched only from the next call on. If a mount of another machine
    /// hangs, only the folders on other machines wait for it.
    ///
    /// - Parameter interval: The time between two looks at folders that cannot be watched.
    /// - Parameter onChange: Called with the report of the first scan and of each later change; if
    ///   there are folders on other machines, perhaps from two threads at once.
    /// - Throws: ``LibraryError`` if the library can't be written; `CancellationError`.
    public func watch(
      interval: Duration = .seconds(300),
      onChange: @escaping @Sendable (Report) -> Void = { _ in }
    ) async throws {
      #if os(Linux)
        let watching: any FolderWatching = INotifyWatching(otherwise: interval)
      #else
        let watching: any FolderWatching = PeriodicWatching(interval: interval, clock: clock)
      #endif
      try await watch(by: watching, interval: interval, onChange: onChange)
    }

    func watch(
      by watching: any FolderWatching,
      interval: Duration = .seconds(300),
      onChange: @escaping @Sendable (Report) -> Void
    ) async throws {
      let parts = parts(of: try folders())
      let (near, far) = (parts.filter { !$0.isRemote }, parts.filter(\.isRemote))
      try await withThrowingTaskGroup(of: Void.self) { group in
        if !far.isEmpty {
          let periodic = PeriodicWatching(interval: interval, clock: clock)
          group.addTask { try await follow(far, by: periodic, onChange) }
        }
        if !near.isEmpty || far.isEmpty {
          group.addTask { try await follow(near, by: watching, onChange) }
        }
        _ = try await group.next()
        group.cancelAll()
      }
      try Task.checkCancellation()
    }

    private func follow(
      _ parts: [Part],
      by watching: any FolderWatching,
      _ onChange: @Sendable (Report) -> Void
    ) async throws {
      let waiting = WaitingChanges()
      let changes = watching.changes(in: parts.map(\.path))
      onChange(try await scan(parts))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await change in changes { waiting.add(change) }
          waiting.finish()
        }
        // Scans are slower than changes. A path that changes repeatedly during a scan is scanned
        // once more.
        for await _ in waiting.signals {
          try await clock.sleep(for: Self.quiet)
          if let report = try await look(at: waiting.take(), in: parts) { onChange(report) }
        }
        group.cancelAll()
      }
    }

    /// - Returns: `nil` if nothing has changed.
    private func look(at changes: Set<FolderChange>, in parts: [Part]) async throws -> Report? {
      if changes.contains(.anything) { return try await scan(parts) }
      var whole = Report()
      for case .path(let path) in changes.sorted(by: { $0.path < $1.path }) {
        whole.add(try await update(path))
      }
      return whole.read + whole.removed + whole.failures.count > 0 ? whole : nil
    }
  }

  extension FolderChange {
    fileprivate var path: String { if case .path(let path) = self { path } else { "" } }
  }

  /// The changes that wait to be looked at, each once.
  private final class WaitingChanges: Sendable {
    /// Beyond this many changes, everything is scanned.
    private static let most = 1_000

    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let changes = Locked<Set<FolderChange>>([])

    init() {
      (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ change: FolderChange) {
      changes.withLock { changes in
        if changes.count >= Self.most { changes = [.anything] }
        changes.insert(change)
      }
      continuation.yield()
    }

    func take() -> Set<FolderChange> {
      changes.withLock { changes in
        defer { changes = [] }
        return changes
      }
    }

    func finish() { continuation.finish() }
  }
#endif
