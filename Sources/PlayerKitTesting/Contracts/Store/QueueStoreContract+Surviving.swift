import PlayerKit

extension QueueStoreContract {
  static let surviving: [Check] = [
    Check("Of a last write that is spoiled, what was kept before is given back") { fixture in
      var queue = SampleQueue(count: 6)
      let store = try await fixture.makeStore(keeping: queue)
      try await store.write(queue.edit(at: 0, adding: [SampleQueue.entry(7)]))
      var last = queue
      try await store.write(last.edit(at: 1, adding: [SampleQueue.entry(8)]))
      await store.close()
      guard try await fixture.harness.damage(.lastWrite) else { return }
      let other = try await fixture.makeStore()
      try await fixture.expectKept(queue, by: other)
      try await other.write(queue.edit(at: 1, adding: [SampleQueue.entry(9)]))
      try await fixture.expectKept(queue, by: try await fixture.reopen(other))
    },
    Check("Where what was kept once is spoiled, nothing else is given back for it") { fixture in
      try await expectRefusal(as: .corrupt, after: .earlierWrite, fixture)
    },
    Check("What a newer version added is refused, and stays") { fixture in
      try await expectRefusal(as: .newerVersion, after: .newerWrite, fixture)
    },
    Check("Without room, what is kept stays, and what is small is kept again at once") { fixture in
      var queue = SampleQueue(count: 20)
      let store = try await fixture.makeStore(keeping: queue)
      guard try await fixture.harness.setFull(true, store) else { return }
      let added = (21...3_020).map { SampleQueue.entry($0) }
      var larger = queue
      try await fixture.expectRefusal(as: .full, "a write for which there is no room") {
        try await store.write(larger.appendChunk(added))
      }
      try await fixture.expectRefusal(as: .full, "a whole queue for which there is no room") {
        try await store.write(larger.complete)
      }
      try await fixture.expectKept(queue, by: store)
      queue.state.position = .seconds(7)
      try await store.write(QueueChanges(state: queue.state))
      try await fixture.expectKept(queue, by: store)
      _ = try await fixture.harness.setFull(false, store)
      try await store.write(queue.appendChunk(added))
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
  ]

  private static func expectRefusal(
    as code: QueueStoreError.Code,
    after damage: QueueStoreDamage,
    _ fixture: QueueStoreFixture
  ) async throws {
    var queue = SampleQueue(count: 6)
    let store = try await fixture.makeStore(keeping: queue)
    for second in 1...3 {
      queue.state.position = .seconds(second)
      try await store.write(QueueChanges(state: queue.state))
    }
    await store.close()
    guard try await fixture.harness.damage(damage) else { return }
    // The second store finds the files as the first one left them.
    for _ in 0..<2 {
      let store = try await fixture.makeStore()
      try await fixture.expectRefusal(as: code, "restoring after damage") {
        _ = try await store.restore()
      }
      try await fixture.expectRefusal(as: code, "writing over damage") {
        try await store.write(queue.complete)
      }
      await store.close()
    }
  }
}
