#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitSQLite
  import PlayerKitTesting

  /// Plays a stored queue, edits it endlessly, and reports each edit.
  struct StoreEditor {
    let file: String
    let seed: UInt64

    func run() async throws {
      let clock = SystemPlaybackClock()
      let engine = FakeEngine(clock: clock) { _ in FakeMedia(duration: .milliseconds(300)) }
      let queue = QueuePlayer(players: [URLPlayer(engine: engine, clock: clock)], clock: clock)
      let store = ReportingStore(store: SQLiteQueueStore(path: file))
      let persister = QueuePersister(of: queue, in: store, clock: clock) { say("event \($0)") }
      try await persister.restore()
      let witness = Witness()
      queue.addSendableObserver(witness, positionInterval: nil)
      say("ready \(QueueDigest(queue.entries))")
      queue.play()
      var random = SeededGenerator(seed: seed)
      while true {
        edit(queue, &random)
        let edited = queue.entries
        say("edit \(edited.version) \(QueueDigest(edited))")
        switch random.below(20) {
        case 0:
          try await persister.flush()
          say("flushed \(edited.version)")
        case 1, 2: break
        default: try await Task.sleep(for: .milliseconds(random.below(30)))
        }
      }
    }

    private func edit(_ queue: QueuePlayer, _ random: inout SeededGenerator) {
      let entries = queue.entries
      let tracks = (0...random.below(5)).map { URLTrack(path: "\(random.below(1_000_000)).\($0)") }
      guard entries.count > 2 else {
        queue.append((0..<500).map { URLTrack(path: "\($0)") })
        return
      }
      let entry = entries[random.below(entries.count)].id
      switch random.below(entries.count > 800 ? 16 : 14) {
      case 0, 1: queue.append(tracks)
      case 2, 3: queue.playNext(tracks)
      case 4: _ = try? queue.insert(tracks, at: random.below(entries.count))
      case 5, 6: try? queue.move(entry, to: random.below(entries.count))
      case 7: try? queue.remove([entry])
      case 8: _ = try? queue.replace(entry, with: tracks[0])
      case 9: queue.isShuffled.toggle()
      case 10: queue.repeatMode = RepeatMode.allCases[random.below(3)]
      case 11: queue.next()
      case 12: try? queue.play(entry)
      case 13: queue.togglePlayPause()
      default: try? queue.remove(at: 0..<entries.count / 2)
      }
    }
  }

  /// Reports each write after it is done.
  private struct ReportingStore: QueueStore {
    let store: SQLiteQueueStore

    func restore() async throws(QueueStoreError) -> StoredQueue? { try await store.restore() }

    func write(_ changes: QueueChanges) async throws(QueueStoreError) {
      try await store.write(changes)
      say("written")
    }

    func close() async { await store.close() }
  }

  /// Reports every state of the queue.
  private final class Witness: QueuePlayerObserver, Sendable {
    func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
      guard let queue = events.last?.status.entries else { return }
      say("turn \(QueueDigest(queue))")
    }
  }
#endif
