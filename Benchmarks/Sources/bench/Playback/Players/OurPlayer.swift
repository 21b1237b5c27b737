import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitMPV

/// A queue on an engine, with the times of its events.
final class OurPlayer {
  let engine: MPVEngine
  let queue: QueuePlayer
  let statuses = Awaited<QueuePlayerStatus>()
  private let watch: Watch

  /// - Parameter inspects: Whether the queue inspects all entries.
  init(
    _ output: MPVEngine.Output,
    buffer: Duration? = nil,
    volume: MPVEngine.VolumeKind = .software,
    cache: MediaCache? = nil,
    inspects: Bool = false
  ) throws {
    var configuration = MPVEngine.Configuration(output: output, cache: cache)
    configuration.volumeKind = volume
    if let buffer { configuration.outputBuffer = buffer }
    engine = try MPVEngine(configuration: configuration)
    queue = QueuePlayer(players: [URLPlayer(engine: engine)])
    watch = Watch(statuses)
    queue.addSendableObserver(watch, positionInterval: nil)
    guard inspects else { return }
    queue.inspection = .all
    queue.inspector = MediaInspector()
  }

  /// The time from a command to the event that an entry plays.
  func time(untilPlaying number: Int, _ command: (QueuePlayer) throws -> Void) throws -> Duration? {
    try statuses.time(until: { $0.isPlaying(number) }) { try command(queue) }
  }

  /// Fills the queue, starts playback, and waits until the first entry plays.
  func play(_ items: [String]) throws {
    try queue.set(items.map { URLTrack(item: $0) })
    guard try time(untilPlaying: 0, { $0.play() }) != nil else { throw POSIXError(.ETIMEDOUT) }
  }

  /// The number of entries with a finding.
  var findings: Int { queue.entries.count { $0.item.foundMetadata != nil } }

  /// Waits until every entry has a finding.
  ///
  /// - Returns: Whether that happened in time.
  func awaitFindings() -> Bool {
    let isFound = { (status: QueuePlayerStatus) in
      status.entries.allSatisfy { $0.item.foundMetadata != nil }
    }
    return statuses.time(until: isFound) { statuses.offer(queue.status) } != nil
  }

  func close() async {
    queue.stop()
    await engine.close()
  }

  private final class Watch: QueuePlayerObserver, Sendable {
    private let statuses: Awaited<QueuePlayerStatus>

    init(_ statuses: Awaited<QueuePlayerStatus>) {
      self.statuses = statuses
    }

    func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
      statuses.offer(event.status)
    }
  }
}

extension QueuePlayerStatus {
  func isPlaying(_ number: Int) -> Bool {
    state == .play && entries.currentIndex == number
  }
}
