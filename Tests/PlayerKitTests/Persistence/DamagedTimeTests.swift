import Foundation
import PlayerKit
import TestSupport
import Testing

@Suite("Times in a damaged store", .tags(.pure))
struct DamagedTimeTests {
  @Test(
    "A sleep timer beyond all durations is in the far future",
    arguments: [1e13, 1e25, Double.greatestFiniteMagnitude]
  )
  func farSleepTimer(seconds: Double) throws {
    var state = StoredQueueState()
    state.current = 1
    state.lastEntry = 1
    state.sleepTimer = .at(Date(timeIntervalSince1970: seconds), fadingOut: .seconds(Int64.max))
    let track = StoredTrack(type: "url", id: "a", metadata: TrackMetadata(), data: Data())
    let stored = try StoredQueue(
      state: state,
      entries: [1: StoredEntry(id: 1, track: track)],
      base: [StoredChunk(number: 1, label: 1, entries: [1])],
      shuffled: []
    )
    let queue = QueuePlayer()
    try queue.restore(stored)
    #expect(queue.entries.count == 1)
    guard case .at(let time, _)? = queue.sleepTimer else {
      Issue.record("there is no timer")
      return
    }
    #expect(time > SystemPlaybackClock().now + .seconds(3_600 * 24 * 365))
  }
}
