#if SQLite
  import PlayerKitSystem

  /// Tells what changes in folders: the seam for what systems have for that.
  protocol FolderWatching: Sendable {
    /// Watches folders, with all that is in them, until the stream is not read any more. From when this returns on,
    /// no change is missed.
    func changes(in folders: [String]) -> AsyncStream<FolderChange>
  }

  /// What may have changed.
  enum FolderChange: Sendable, Hashable {
    /// A file, or a folder with all that is in it.
    case path(String)
    /// More than could be told: all of them have to be looked at.
    case anything
  }

  /// Looks at everything now and then, where the system tells nothing.
  struct PeriodicWatching: FolderWatching {
    let interval: Duration

    func changes(in folders: [String]) -> AsyncStream<FolderChange> {
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let task = Task {
          // The clock can't wait for ever.
          let interval = min(interval, .seconds(1_000_000_000))
          while (try? await Task.sleep(for: interval)) != nil { continuation.yield(.anything) }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }

  extension LibraryFolders {
    /// How long a folder has to be quiet before what changed in it is looked at.
    static let quiet = Duration.milliseconds(300)

    /// Scans all folders, then keeps the library as they are, until the task is cancelled: a change is looked at
    /// alone, about 0.3 seconds after the last one. On Linux the system tells what changes; elsewhere, and of what
    /// it can't watch, all is scanned every `interval`.
    ///
    /// Folders that are added meanwhile are watched from the next call on.
    ///
    /// - Parameter onChange: told what was found, at first and after each change.
    /// - Throws: ``LibraryError``, where the library can't be written; `CancellationError`.
    public func watch(
      interval: Duration = .seconds(300),
      onChange: @Sendable (Report) -> Void = { _ in }
    ) async throws {
      #if os(Linux)
        let watching: any FolderWatching = INotifyWatching(otherwise: interval)
      #else
        let watching: any FolderWatching = PeriodicWatching(interval: interval)
      #endif
      try await watch(by: watching, onChange: onChange)
    }

    func watch(
      by watching: any FolderWatching,
      onChange: @Sendable (Report) -> Void
    ) async throws {
      let waiting = WaitingChanges()
      let changes = watching.changes(in: try folders())
      onChange(try await scan())
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await change in changes { waiting.add(change) }
          waiting.finish()
        }
        // Looks are slower than changes: what changes again meanwhile is looked at once more, and once.
        for await _ in waiting.signals {
          try await Task.sleep(for: Self.quiet)
          if let report = try await look(at: waiting.take()) { onChange(report) }
        }
        group.cancelAll()
      }
      try Task.checkCancellation()
    }

    /// - Returns: `nil`: all was as it is known.
    private func look(at changes: Set<FolderChange>) async throws -> Report? {
      if changes.contains(.anything) { return try await scan() }
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

  /// What waits to be looked at, each once.
  private final class WaitingChanges: Sendable {
    /// More of them are as good as anything.
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
