import Foundation
import PlayerKit

/// A queue whose entries are all looked into.
enum Findings {
  /// Returns once something was found in each.
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
      QueueOperations.metadata(track.id.count, isRich: true)
    }
  }

  /// Counts the findings that are told. One at a time, as observers are called.
  private final class Count: QueuePlayerObserver, @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let most: Int
    private var found = 0

    init(_ most: Int) {
      self.most = most
    }

    func queuePlayer(
      _ queue: QueuePlayer,
      didFindMetadataOf entry: QueueEntry,
      status: QueuePlayerStatus
    ) {
      count()
    }

    /// What it did not hear, the status shows.
    func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus) {
      found = status.entries.count { $0.item.foundMetadata != nil } - 1
      count()
    }

    private func count() {
      found += 1
      if found == most { done.signal() }
    }

    func wait() {
      done.wait()
    }
  }
}
