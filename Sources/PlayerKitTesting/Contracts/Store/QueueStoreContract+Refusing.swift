import PlayerKit

extension QueueStoreContract {
  static let refusing: [Check] = [
    Check("A track that can't be stored leaves everything as it was") { fixture in
      let queue = SampleQueue(count: 5)
      let store = try await fixture.makeStore(keeping: queue)
      for isComplete in [false, true] {
        let player = QueuePlayer()
        player.append([URLTrack(path: "good"), UnstorableTrack()])
        let changes = QueueChanges(
          isComplete: isComplete,
          state: StoredQueueState(),
          removedEntries: [1],
          base: StoredOrderChanges(isComplete: isComplete)
        ).with(Array(player.entries), TrackRegistry())
        try await fixture.expectRefusal(as: .notStorable, "a track that can't be stored") {
          try await store.write(changes)
        }
        try await fixture.expectKept(queue, by: store)
      }
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("Where nothing is kept, nothing can change") { fixture in
      let store = try await fixture.makeStore()
      try await fixture.expectRefusal(as: .failed, "changes of nothing") {
        try await store.write(QueueChanges(state: StoredQueueState()))
      }
      try fixture.expect(try await store.restore() == nil, "something was kept")
    },
    Check("Once closed it refuses everything, and closing it again is nothing") { fixture in
      let queue = SampleQueue(count: 2)
      let store = try await fixture.makeStore(keeping: queue)
      await store.close()
      await store.close()
      try await fixture.expectRefusal(as: .closed, "restoring from a closed store") {
        _ = try await store.restore()
      }
      try await fixture.expectRefusal(as: .closed, "writing into a closed store") {
        try await store.write(queue.complete)
      }
      try await fixture.expectKept(queue, by: try await fixture.makeStore())
    },
    Check("A second store over the same place is refused as locked, until the first is closed") {
      fixture in
      guard fixture.harness.isExclusive else { return }
      let queue = SampleQueue(count: 2)
      let first = try await fixture.makeStore(keeping: queue)
      let second = try await fixture.makeStore()
      try await fixture.expectRefusal(as: .locked, "restoring what another store has") {
        _ = try await second.restore()
      }
      try await fixture.expectRefusal(as: .locked, "writing over what another store has") {
        try await second.write(SampleQueue(count: 9).complete)
      }
      try await first.write(queue.complete)
      await first.close()
      try await fixture.expectKept(queue, by: second)
      try await second.write(queue.complete)
    },
  ]
}

private struct UnstorableTrack: Track {
  let id = "bad"
  let metadata = TrackMetadata()
  let playerTypes: [PlayerType] = []
}
