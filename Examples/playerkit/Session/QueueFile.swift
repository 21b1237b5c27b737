import PlayerKit
import PlayerKitSQLite
import PlayerKitServices

/// The file in which a session keeps its queue.
@MainActor
struct QueueFile {
  private let queue: QueuePlayer
  private let options: PlayOptions
  private let path: String
  private let store: any QueueStore
  private let persister: QueuePersister

  /// `nil` where no file was asked for.
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

  /// Restores the queue, or puts the one that was asked for in its place.
  ///
  /// - Throws: where the file is no queue's, or cannot be read or written: then it is left as it is.
  func open(isReplaced: Bool, mayStayEmpty: Bool) async throws(PlayerError) {
    do throws(QueueStoreError) {
      if isReplaced {
        // Read first: what is damaged is not to be lost by being written over.
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

  /// Writes a last time. Answers what went wrong.
  func close() async -> String? {
    do throws(QueueStoreError) {
      try await persister.close()
      return nil
    } catch {
      return "The queue was not kept to the end: \(error.message)"
    }
  }
}
