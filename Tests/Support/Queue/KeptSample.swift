import Foundation
import PlayerKit

/// A queue of one chunk to write.
package struct KeptSample {
  private let count: UInt64

  package init(count: UInt64) {
    self.count = count
  }

  private var state: StoredQueueState {
    var state = StoredQueueState()
    state.current = 1
    state.lastEntry = count
    return state
  }

  private var chunk: StoredChunk {
    StoredChunk(number: 1, label: 1 << 63, entries: Array(1...count))
  }

  private func entry(_ id: UInt64, title: String) -> StoredEntry {
    StoredEntry(
      id: id,
      track: StoredTrack(
        type: "sample",
        id: "track \(id)",
        metadata: TrackMetadata(title: title),
        data: Data("{}".utf8)
      )
    )
  }

  /// The complete queue.
  package var complete: QueueChanges {
    QueueChanges(
      isComplete: true,
      state: state,
      entries: (1...count).map { entry($0, title: "first") },
      base: StoredOrderChanges(isComplete: true, changed: [chunk]),
      shuffled: StoredOrderChanges(isComplete: true)
    )
  }

  /// Only the position.
  package func at(_ position: Duration) -> QueueChanges {
    var state = state
    state.position = position
    return QueueChanges(state: state)
  }

  /// One long rewritten entry, with its chunk.
  package func replacing(_ index: Int) -> QueueChanges {
    QueueChanges(
      state: state,
      entries: [entry(UInt64(index) + 1, title: String(repeating: "changed ", count: 1000))],
      base: StoredOrderChanges(changed: [chunk])
    )
  }
}
