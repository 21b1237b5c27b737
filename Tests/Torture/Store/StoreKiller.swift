#if SQLite
  import Foundation
  import GRDB
  import PlayerKit
  import PlayerKitSQLite

  /// Lets a victim edit a queue for a while, kills it, and compares its reports with its files.
  struct StoreKiller {
    let file: String
    let rounds: Int

    private struct Findings {
      var edits = 0
      var writes = 0
      var unwritten = 0
      var lost = 0
      var strange = 0
      var broken = 0

      /// Something must have been written.
      var isClean: Bool { lost + strange + broken == 0 && writes > 0 }
    }

    /// The reports of a victim before it was killed.
    private struct Story {
      var edits: [Int] = []
      var writes = 0
      /// The version that has to be on the disk.
      var safe = 0
      /// Every queue that existed.
      var digests: Set<QueueDigest> = []
      var problem: String?
      /// The version at the end of the last write. The next write includes it.
      private var atLastWrite = 0

      mutating func read(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("ready", 2), ("turn", 2), ("edit", 3):
          if let digest = QueueDigest(words[words.count - 1]) { digests.insert(digest) }
          if words[0] == "edit", let version = Int(words[1]) { edits.append(version) }
        case ("written", 1):
          writes += 1
          safe = max(safe, atLastWrite)
          atLastWrite = edits.last ?? 0
        case ("flushed", 2):
          safe = max(safe, Int(words[1]) ?? 0)
        default:
          problem = String(line)
        }
      }
    }

    func run() async throws -> Bool {
      var findings = Findings()
      for round in 0..<rounds {
        let story = try story(of: round)
        findings.edits += story.edits.count
        findings.writes += story.writes
        try await judge(story, round, &findings)
      }
      say(
        """
        rounds: \(rounds), edits: \(findings.edits), of them after the last write: \
        \(findings.unwritten), writes: \(findings.writes)
        edits lost that were written: \(findings.lost)
        queues that never were: \(findings.strange)
        integrity_check: \(findings.broken == 0 ? "ok" : "\(findings.broken) failed")
        """
      )
      return findings.isClean
    }

    private func story(of round: Int) throws -> Story {
      let victim = try Victim(["store", "edit", file, "\(round)"])
      victim.waitForLines(1 + round * 37 % 160)
      usleep(useconds_t(round * 7_919 % 30_000))
      let wasKilled = victim.kill()
      var story = Story()
      for line in victim.lines() { story.read(line) }
      if !wasKilled { story.problem = story.problem ?? "nothing, and ended" }
      return story
    }

    private func judge(_ story: Story, _ round: Int, _ findings: inout Findings) async throws {
      let left = try await queueLeft()
      if let problem = story.problem {
        findings.strange += 1
        say("round \(round): the victim reported: \(problem)")
      }
      if let left, !story.digests.contains(QueueDigest(left)) {
        findings.strange += 1
        say("round \(round): version \(left.version), \(left.count) entries, was never reported")
      }
      let version = left?.version ?? 0
      findings.unwritten += story.edits.count { $0 > version }
      if version < story.safe {
        findings.lost += 1
        say("round \(round): version \(story.safe) was written, but \(version) is left")
      }
      if try await integrity() != "ok" { findings.broken += 1 }
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
#endif
