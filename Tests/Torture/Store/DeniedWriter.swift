#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitSQLite

  /// Writes one queue into both stores, and prints what happened. It gives up the rights of root, if it has them.
  struct DeniedWriter {
    let file: String

    func run() async {
      if geteuid() == 0 { setuid(65_534) }
      let stores: [any QueueStore] = [SQLiteQueueStore(path: file), FileQueueStore(path: file)]
      for store in stores {
        let queue = QueuePlayer()
        let persister = QueuePersister(of: queue, in: store)
        queue.append([URLTrack(path: "a")])
        persister.start()
        do throws(QueueStoreError) {
          try await persister.flush()
          say("written")
        } catch {
          say(error.code.rawValue)
        }
      }
    }
  }
#endif
