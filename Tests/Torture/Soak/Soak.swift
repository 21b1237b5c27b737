import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitSystem

/// Plays short items that repeat, without a pause, and prints what the process uses.
struct Soak {
  /// Files and addresses.
  let items: [String]
  /// The number of changes of the track after which it ends.
  let count: Int
  /// Whether it also leaks memory, files, and threads, to show that this is noticed.
  let leaks: Bool

  private static let samples = 60
  /// A longer time without a change is a fault.
  private static let patience = Duration.seconds(120)

  /// - Returns: Whether all changes came.
  func run() async throws -> Bool {
    // Nothing is kept of the sound.
    let engine = try MPVEngine(configuration: .init(output: .pcm(path: "/dev/null")))
    let queue = QueuePlayer(engine: engine)
    queue.append(items.compactMap(Self.track))
    queue.repeatMode = .all
    let (watcher, slow) = (TrackWatcher(), SlowObserver())
    queue.addSendableObserver(watcher, positionInterval: nil)
    queue.addSendableObserver(slow, positionInterval: .milliseconds(100))
    queue.play()
    var last = ContinuousClock.now
    var (seen, sampled) = (0, 0)
    while seen < count {
      try await Task.sleep(for: .milliseconds(20))
      let changes = watcher.counts.changes
      if changes > seen { last = .now }
      seen = changes
      guard ContinuousClock.now - last < Self.patience else {
        say("no track began for \(Self.patience); the state is \(queue.state)")
        return false
      }
      while sampled < min(seen * Self.samples / count, Self.samples) {
        sampled += 1
        say("sample \(seen) \(ProcessUse.now)")
        if leaks { leak() }
      }
    }
    let counts = watcher.counts
    say("changes \(counts.changes), failures \(counts.failures), fell behind \(slow.lags)")
    queue.stop()
    await engine.close()
    return true
  }

  private static func track(_ item: String) -> URLTrack? {
    guard item.hasPrefix("http") else { return URLTrack(path: item) }
    return URL(string: item).map { URLTrack(url: $0) }
  }

  /// Leaks 1 MB, an open file, and a thread.
  private func leak() {
    let size = 1 << 20
    memset(malloc(size), 1, size)
    _ = open("/dev/null", O_RDONLY)
    Thread.detachNewThread { while true { sleep(1_000) } }
  }
}

/// What this process uses. Memory that the allocator keeps for later is given back before.
private struct ProcessUse: CustomStringConvertible {
  /// In kilobytes.
  let memory: Int
  let files: Int
  let threads: Int

  private static let trim: (@convention(c) (Int) -> CInt)? = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
  }

  static var now: ProcessUse {
    _ = trim?(0)
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func value(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      let word = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
      return word.flatMap { Int($0) } ?? 0
    }
    return ProcessUse(
      memory: value("VmRSS"),
      files: Victim.openFileCount(of: "self"),
      threads: value("Threads")
    )
  }

  var description: String { "\(memory) \(files) \(threads)" }
}

/// Counts the changes of the track.
private final class TrackWatcher: QueuePlayerObserver, Sendable {
  struct Counts {
    var changes = 0
    var failures = 0
  }

  private let state = Locked(Counts())

  var counts: Counts { state.withLock { $0 } }

  func queuePlayer(
    _: QueuePlayer,
    didTransition _: QueueTransition,
    status _: QueuePlayerStatus
  ) {
    state.withLock { $0.changes += 1 }
  }

  func queuePlayer(_: QueuePlayer, didFail _: QueueFailure, status _: QueuePlayerStatus) {
    state.withLock { $0.failures += 1 }
  }
}

/// An observer that needs more time for each event than there is.
private final class SlowObserver: QueuePlayerObserver, Sendable {
  private let count = Locked(0)

  /// How often events were left out, because it was too slow.
  var lags: Int { count.withLock { $0 } }

  func queuePlayer(_: QueuePlayer, didEmit _: QueuePlayerEvent) {
    Thread.sleep(forTimeInterval: 0.05)
  }

  func queuePlayer(_: QueuePlayer, didFallBehind _: QueuePlayerStatus) {
    count.withLock { $0 += 1 }
  }
}
