import Foundation
import PlayerKit

/// A queue whose entries are all inspected.
enum Findings {
  /// Returns after the inspection of every entry.
  static func player(with queue: PlayQueue) throws -> QueuePlayer {
    let player = QueuePlayer()
    let count = Count(queue.count)
    player.addSendableObserver(count, positionInterval: nil)
    try player.edit { (entries) throws(QueueError) in entries = queue }
    player.inspection = .all
    player.inspector = Inspector()
    count.wait()
    return player
  }

  private struct Inspector: MediaInspecting {
    func place(of track: any Track) -> InspectionPlace? { .local }

    func inspect(_ track: any Track) async throws -> TrackMetadata {
      InventedTracks.metadata(track.id.count, isRich: true)
    }
  }

  /// Counts findings. `@unchecked Sendable`: the queue calls an observer from one thread at a time.
  private final class Count: QueuePlayerObserver, @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let expected: Int
    private var found = 0

    init(_ expected: Int) {
      self.expected = expected
    }

    func queuePlayer(
      _ queue: QueuePlayer,
      didFindMetadataOf entry: QueueEntry,
      status: QueuePlayerStatus
    ) {
      count()
    }

    /// The status includes findings whose events this observer missed.
    func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus) {
      found = status.entries.count { $0.item.foundMetadata != nil } - 1
      count()
    }

    private func count() {
      found += 1
      if found == expected { done.signal() }
    }

    func wait() {
      done.wait()
    }
  }
}
