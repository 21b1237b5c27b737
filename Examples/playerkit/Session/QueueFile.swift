import PlayerKit
import PlayerKitSQLite
import PlayerKitServices

/// The file that stores a session's queue.
@MainActor
struct QueueFile {
  private let queue: QueuePlayer
  private let options: PlayOptions
  private let path: String
  private let store: any QueueStore
  private let persister: QueuePersister

  /// Returns `nil` if no file was given.
  init?(
    of queue: QueuePlayer,
    options: PlayOptions,
    registry: TrackRegistry,
    inputs: SessionInputs
  ) {
    #if SQLite
      guard let path = options.queueFile else { return nil }
      self.queue = queue
      self.options = options
      self.path = path
      store = SQLiteQueueStore(path: path)
      persister = QueuePersister(of: queue, in: store, registry: registry) { event in
        switch event {
        case .storeFailed(let error):
          inputs.send(.notice("The queue is not kept at present: \(error.message)"))
        case .storeRecovered:
          inputs.send(.notice("The queue is kept again."))
        }
      }
    #else
      return nil
    #endif
  }

  /// Restores the stored queue, or replaces it with the given one.
  ///
  /// - Throws: If the file is not a queue's, or can't be read or written. The file is unchanged
  ///   then.
  func open(isReplaced: Bool, mayStayEmpty: Bool) async throws(PlayerError) {
    do throws(QueueStoreError) {
      if isReplaced {
        // The file is read first, so that a damaged file is not overwritten.
        _ = try await store.restore()
        persister.start()
        try await persister.flush()
        return
      }
      guard try await persister.restore() else {
        if mayStayEmpty { return }
        throw QueueStoreError(.failed, "\(path): no queue is kept here yet.")
      }
      options.apply(to: queue)
    } catch {
      throw PlayerError(error)
    }
  }

  /// Writes the queue a last time. Returns the error message, if any.
  func close() async -> String? {
    do throws(QueueStoreError) {
      try await persister.close()
      return nil
    } catch {
      return "The queue was not kept to the end: \(error.message)"
    }
  }
}
