import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// A queue for a party. Guests add songs and take turns, and a majority can skip a song.
///
/// `swift run party-queue` reads lines such as `Ada adds song.mp3` and `Ben skips`. With
/// `--simulate` it plays a short party without sound.
@main @MainActor
struct PartyQueue {
  static func main() async throws {
    if CommandLine.arguments.contains("--simulate") { return await simulate() }
    let engine = try MPVEngine()
    let party = Party(QueuePlayer(players: [URLPlayer(engine: engine)]))
    print("Type a line such as: Ada adds song.mp3")
    for await line in typedLines() { party.obey(line) }
    await engine.close()
  }

  private static func simulate() async {
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    let party = Party(queue)
    let lines = [
      "Ada adds Rain.mp3", "Ada adds Snow.mp3", "Ada adds Fog.mp3", "Ben adds Sun.mp3",
      "Cleo adds Wind.mp3", "Ben skips", "Cleo skips",
    ]
    for line in lines {
      print(">", line)
      party.obey(line)
      clock.advance(by: .seconds(1))
      await queue.events.delivered()
    }
    for _ in 0..<4 {
      clock.advance(by: .seconds(61))
      await queue.events.delivered()
    }
    // The queue does not retain its observers.
    withExtendedLifetime(party) {}
  }

  nonisolated private static func typedLines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}

@MainActor
final class Party: @MainActor QueuePlayerObserver {
  private let queue: QueuePlayer
  private var votes: Set<String> = []
  private var shown: EntryID?

  init(_ queue: QueuePlayer) {
    self.queue = queue
    queue.addObserver(self)
  }

  func obey(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    do {
      switch (words.count, words.dropFirst().first) {
      case (3, "adds"): try add(words[2], by: words[0])
      case (2, "skips"): vote(words[0])
      default: print("Type NAME adds PATH-OR-URL, or NAME skips.")
      }
    } catch {
      print("The song was not added:", error)
    }
  }

  /// Inserts the song before the first one whose guest has had more turns.
  private func add(_ song: String, by guest: String) throws {
    let guests = queue.entries.map { $0.item.userInfo["guest"] ?? "" }
    let waiting = (queue.entries.currentIndex ?? 0)..<guests.count
    let turn = waiting.count { guests[$0] == guest }
    var turns: [String: Int] = [:]
    let place = waiting.first { index in
      defer { turns[guests[index], default: 0] += 1 }
      return turns[guests[index], default: 0] > turn
    }
    let item = QueueItem(URLTrack(item: song), userInfo: ["guest": guest])
    let entry = try queue.insert(item, at: place ?? guests.count)
    if !queue.playback.wantsToPlay || queue.status.endReason != nil { try queue.play(entry) }
  }

  private func vote(_ guest: String) {
    votes.insert(guest)
    let guests = Set(queue.entries.compactMap { $0.item.userInfo["guest"] })
    let needed = guests.count / 2 + 1
    print("\(votes.count) of \(needed) votes to skip")
    if votes.count >= needed { queue.next() }
  }

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    if let entry = queue.status.currentEntry, entry.id != shown, queue.playback.wantsToPlay {
      shown = entry.id
      votes = []
      print("♪", entry.metadata.title ?? "?", "for", entry.item.userInfo["guest"] ?? "?")
    }
    for event in events {
      switch event.change {
      case .failed(let failure): print("can't be played:", failure.error)
      case .ended: print("The queue is empty. Add a song.")
      default: break
      }
    }
  }
}
