#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitSQLite
  import TestSupport

  /// Writes one queue as a user who may do nothing, where it is root that runs it.
  struct Bystander {
    let file: String

    func run() async {
      if geteuid() == 0 { setuid(65_534) }
      let stores: [any QueueStore] = [SQLiteQueueStore(path: file), FileQueueStore(path: file)]
      for store in stores {
        let queue = QueuePlayer()
        let keeper = QueueKeeper(of: queue, in: store)
        queue.append([URLTrack(path: "a")])
        keeper.start()
        do throws(QueueStoreError) {
          try await keeper.flush()
          say("written")
        } catch {
          say(error.code.rawValue)
        }
      }
    }
  }
#endif
