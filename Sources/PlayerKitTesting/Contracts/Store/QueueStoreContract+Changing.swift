import PlayerKit

extension QueueStoreContract {
  static let changing: [Check] = [
    Check("Changes change what they name, and nothing else") { fixture in
      var queue = SampleQueue(count: 30, isShuffled: false)
      let store = try await fixture.makeStore(keeping: queue)
      try await store.write(queue.edit(at: 4, adding: [SampleQueue.entry(31)]))
      try await store.write(queue.removeChunk(at: 0))
      try await store.write(queue.appendChunk([SampleQueue.entry(32), SampleQueue.entry(33)]))
      try await store.write(queue.relabel())
      try await fixture.expectKept(queue, by: store)
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("The position alone can be written") { fixture in
      var queue = SampleQueue(count: 3)
      let store = try await fixture.makeStore(keeping: queue)
      queue.state.position = .seconds(42)
      try await store.write(QueueChanges(state: queue.state))
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("What was played is kept, as far as it is wanted") { fixture in
      var queue = SampleQueue(count: 3)
      let store = try await fixture.makeStore(keeping: queue)
      for number in 1...30 {
        let entry = SampleQueue.entry(UInt64(number % 4 + 1), "played")
        try await store.write(queue.play(entry, keeping: 10))
      }
      try await fixture.expectKept(queue, by: store)
      try await store.write(queue.complete)
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("What was played is forgotten where that is asked for, and what comes then is kept") {
      fixture in
      var queue = SampleQueue(count: 3)
      let store = try await fixture.makeStore(keeping: queue)
      for number in 1...5 {
        try await store.write(queue.play(SampleQueue.entry(UInt64(number), "played"), keeping: 10))
      }
      try await store.write(queue.erasePlays())
      try await fixture.expectKept(queue, by: store)
      try await store.write(queue.play(SampleQueue.entry(2, "played"), keeping: 10))
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("Shuffle comes and goes") { fixture in
      var queue = SampleQueue(count: 10)
      let store = try await fixture.makeStore(keeping: queue)
      for isShuffled in [true, false, true] {
        try await store.write(queue.setShuffled(isShuffled))
        try await fixture.expectKept(queue, by: store)
      }
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("Two hundred changes, with other stores in between, are all kept") { fixture in
      var queue = SampleQueue(count: 30)
      var next: UInt64 = 31
      var store = try await fixture.makeStore(keeping: queue)
      for step in 0..<200 {
        let added = (0..<UInt64(step % 3)).map { SampleQueue.entry(next + $0) }
        next += UInt64(added.count)
        let changes =
          if step % 7 == 3, queue.base.count > 3 {
            queue.removeChunk(at: step % queue.base.count)
          } else if step % 3 == 2 {
            queue.appendChunk(added)
          } else {
            queue.edit(at: step % queue.base.count, adding: added)
          }
        try await store.write(changes)
        if step % 50 == 49 {
          store = try await fixture.reopen(store)
          try await fixture.expectKept(queue, by: store)
        }
      }
      try await fixture.expectKept(queue, by: try await fixture.reopen(store))
    },
    Check("A store that was opened anew is changed without being asked first") { fixture in
      var queue = SampleQueue(count: 6)
      let store = try await fixture.makeStore(keeping: queue)
      let other = try await fixture.reopen(store)
      try await other.write(queue.edit(at: 1, adding: [SampleQueue.entry(7)]))
      try await fixture.expectKept(queue, by: other)
    },
  ]
}
