import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

/// A radio that never ends, from your own files: `swift run endless-radio ~/Music/*.mp3`.
///
/// With `--simulate` it plays eight songs without sound, in a fixed order.
@main @MainActor
struct EndlessRadio {
  static func main() async throws {
    let files = Array(CommandLine.arguments.dropFirst())
    if files == ["--simulate"] { return try await simulate() }
    guard files.count > 1 else { return print("usage: endless-radio PATH-OR-URL PATH-OR-URL …") }
    let queue = QueuePlayer(players: [URLPlayer(engine: try MPVEngine())])
    let station = Station(queue, songs: FileSongs(files: files))
    try station.start()
    await station.run()
  }

  private static func simulate() async throws {
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    let files = ["One.mp3", "Two.mp3", "Three.mp3", "Four.mp3", "Five.mp3"]
    let station = Station(queue, songs: FileSongs(files: files, order: { $0 }))
    try station.start()
    for _ in 0..<8 {
      // The source answers in a task of its own, so the simulation waits for its songs.
      try await queue.wait { $0.entries.remaining > 2 }
      clock.advance(by: .seconds(61))
      await queue.events.delivered()
    }
    print("After \(station.count) songs, the queue has more.")
  }
}

/// Chooses songs that are not in the latest part of the queue.
struct FileSongs: QueueSource {
  let files: [String]
  var order: @Sendable ([String]) -> [String] = { $0.shuffled() }

  /// The queue calls this whenever few songs are left.
  func more(for request: QueueSourceRequest) async throws -> [QueueItem] {
    let recent = Set(request.entries.suffix(files.count / 2).map(\.track.id))
    let fresh = files.filter { !recent.contains(URLTrack(item: $0).id) }
    return order(fresh).prefix(3).map { QueueItem(URLTrack(item: $0)) }
  }
}

@MainActor
final class Station: @MainActor QueuePlayerObserver {
  private let queue: QueuePlayer
  private let songs: FileSongs
  private var shown: EntryID?
  private(set) var count = 0

  init(_ queue: QueuePlayer, songs: FileSongs) {
    self.queue = queue
    self.songs = songs
    queue.addObserver(self)
  }

  func start() throws {
    try queue.set(songs.order(songs.files).prefix(2).map { URLTrack(item: $0) })
    queue.source = songs
    queue.play()
  }

  /// Plays until the program is ended.
  func run() async {
    for await _ in queue.updates() {}
  }

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    if let entry = queue.status.currentEntry, entry.id != shown {
      shown = entry.id
      count += 1
      print("♪", entry.metadata.title ?? "?")
      forgetOldSongs()
    }
    for event in events {
      switch event.change {
      case .failed(let failure): print("can't be played:", failure.error)
      case .sourceFailed: print("No more songs were found. The queue asks again.")
      default: break
      }
    }
  }

  /// An endless queue must not grow without end. Ten played songs stay for `previous()`.
  private func forgetOldSongs() {
    guard let index = queue.entries.currentIndex, index > 10 else { return }
    try? queue.remove(at: 0..<(index - 10))
  }
}
