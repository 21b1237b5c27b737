#if SQLite
  import Foundation
  import GRDB
  import PlayerKit
  import PlayerKitSQLite
  import TestSupport

  /// Lets a victim edit for a while, kills it, and compares what it told with what it left.
  struct Killer {
    /// After the write interval, an edit may take as long until it is on the disk.
    static let patience = 250

    let file: String
    let rounds: Int

    func run() async throws -> Bool {
      let interval = QueueKeeper.Configuration().writeInterval
      let limit = Int(interval / .milliseconds(1)) + Self.patience
      var seen = Findings()
      for round in 0..<rounds {
        let story = try Story(of: file, seed: UInt64(round), killedAfter: 30 + round * 137 % 700)
        seen.edits += story.edits.count
        try await judge(story, round, limit, &seen)
      }
      say(
        """
        rounds: \(rounds), edits: \(seen.edits), of them after the last write: \(seen.lost), \
        the oldest \(seen.oldestLost) ms old
        lost edits beyond the interval (\(interval) + \(Self.patience) ms): \(seen.lostTooMuch)
        lost edits after flush(): \(seen.lostDurable)
        queues that never were: \(seen.strange)
        integrity_check: \(seen.broken == 0 ? "ok" : "\(seen.broken) failed")
        """
      )
      return seen.isClean
    }

    private func judge(
      _ story: Story,
      _ round: Int,
      _ limit: Int,
      _ seen: inout Findings
    ) async throws {
      let left = try await queueLeft()
      if let told = story.trouble {
        seen.strange += 1
        say("round \(round): the victim told: \(told)")
      }
      if let left, !story.digests.contains(Digest(left)) {
        seen.strange += 1
        say("round \(round): version \(left.version), \(left.count) entries, was never told of")
      }
      let version = left?.version ?? 0
      let lost = story.edits.filter { $0.version > version }
      let oldest = lost.map { story.end - $0.time }.max() ?? 0
      seen.lost += lost.count
      seen.oldestLost = max(seen.oldestLost, oldest)
      seen.lostTooMuch += lost.count { story.end - $0.time > limit }
      if oldest > limit { say("round \(round): an edit of \(oldest) ms before the end is lost") }
      if version < story.flushed { seen.lostDurable += 1 }
      if try await integrity() != "ok" { seen.broken += 1 }
    }

    private func queueLeft() async throws -> PlayQueue? {
      let store = SQLiteQueueStore(path: file)
      defer { withExtendedLifetime(store) {} }
      guard let stored = try await store.restore() else {
        await store.close()
        return nil
      }
      let queue = QueuePlayer()
      try queue.restore(stored)
      await store.close()
      return queue.entries
    }

    private func integrity() async throws -> String? {
      let database = try DatabaseQueue(path: file)
      return try await database.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    }
  }

  private struct Findings {
    var edits = 0
    var lost = 0
    var oldestLost = 0
    var lostTooMuch = 0
    var lostDurable = 0
    var strange = 0
    var broken = 0

    var isClean: Bool { lostTooMuch + lostDurable + strange + broken == 0 }
  }
#endif
