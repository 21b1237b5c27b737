import TestSupport
import Testing

@testable import PlayerKit

@Suite(.tags(.pure)) struct PlayQueueTests {
  private func makeQueue(_ names: String, current: Int = 0, seed: UInt64 = 7) throws -> PlayQueue {
    var queue = PlayQueue(seed: seed)
    try queue.set(names.map { URLTrack(path: String($0)) }, startAt: current)
    return queue
  }

  private func names(_ queue: PlayQueue) -> String {
    queue.map(\.track.id).joined()
  }

  private func playOrder(_ queue: PlayQueue) -> String {
    queue.playOrder.compactMap { queue[$0]?.track.id }.joined()
  }

  private func advance(_ queue: inout PlayQueue) throws {
    let next = queue.successor()
    queue.advance(to: try #require(next))
  }

  private func tracks(_ names: String) -> [any Track] {
    names.map { URLTrack(path: String($0)) }
  }

  @Test("The same track queued twice has two identities")
  func sameTrackQueued() throws {
    let queue = try makeQueue("aa")
    #expect(queue[0].id != queue[1].id)
  }

  @Test("Several play-next entries play in the order given")
  func severalPlayNext() throws {
    var queue = try makeQueue("abc")
    queue.playNext(tracks("x"))
    queue.playNext(tracks("yz"))
    #expect(names(queue) == "axyzbc")
  }

  @Test("Play-next entries play next under shuffle too")
  func playNextEntries() throws {
    var queue = try makeQueue("abcdefgh", current: 3)
    queue.setShuffled(true)
    queue.playNext(tracks("x"))
    queue.playNext(tracks("y"))
    #expect(playOrder(queue).hasPrefix("dxy"))
  }

  @Test("Play-next entries play next also after the user has gone elsewhere")
  func playNextEntriesPlay() throws {
    var queue = try makeQueue("abc")
    try advance(&queue)
    queue.playNext(tracks("x"))
    queue.select(queue[0].id)
    queue.playNext(tracks("y"))
    #expect(names(queue) == "aybxc")
  }

  @Test("Going back never draws a new order")
  func goingBackNever() throws {
    for seed in 0..<40 {
      var queue = try makeQueue("abcd", seed: UInt64(seed))
      queue.setShuffled(true)
      queue.repeatMode = .all
      for _ in 0..<3 { try advance(&queue) }
      _ = queue.successor()
      let before = playOrder(queue)
      queue.select(try #require(queue.predecessor()))
      #expect(playOrder(queue) == before)
    }
  }

  @Test("Entries appended under shuffle are placed among the unplayed ones")
  func appendUnderShuffle() throws {
    for seed in 0..<50 {
      var queue = try makeQueue("abcdef", seed: UInt64(seed))
      queue.setShuffled(true)
      for _ in 0..<3 { try advance(&queue) }
      let played = playOrder(queue).prefix(4)
      queue.append(tracks("xyz"))
      #expect(playOrder(queue).prefix(4) == played)
    }
  }

  @Test("Turning shuffle off restores the base order and keeps the current entry")
  func shuffleTurnedOff() throws {
    var queue = try makeQueue("abcdef", current: 2)
    queue.setShuffled(true)
    try advance(&queue)
    let current = queue.currentEntry?.track.id
    queue.setShuffled(false)
    #expect(playOrder(queue) == "abcdef")
    #expect(queue.currentEntry?.track.id == current)
  }

  @Test("A move in the base order leaves the shuffled order")
  func moveBaseOrder() throws {
    var queue = try makeQueue("abcdef")
    queue.setShuffled(true)
    let before = playOrder(queue)
    try queue.move(queue[4].id, to: 0)
    #expect(playOrder(queue) == before)
    #expect(names(queue) == "eabcdf")
  }

  @Test("Each lap is shuffled again and does not begin with the track that ended the last one")
  func eachLapShuffled() throws {
    for seed in 0..<50 {
      var queue = try makeQueue("abcd", seed: UInt64(seed))
      queue.setShuffled(true)
      queue.repeatMode = .all
      var lap = [queue.current]
      for _ in 0..<3 {
        try advance(&queue)
        lap.append(queue.current)
      }
      #expect(Set(lap).count == 4)
      let last = queue.current
      try advance(&queue)
      #expect(queue.current != last)
      #expect(queue.playOrder.first == queue.current)
    }
  }

  @Test("The next entry stays the same however often it is read")
  func comesNextStays() throws {
    var queue = try makeQueue("abcd", current: 3)
    queue.setShuffled(true)
    queue.repeatMode = .all
    for _ in 0..<3 { try advance(&queue) }
    let next = queue.successor()
    let again = queue.successor()
    #expect(again == next)
  }

  @Test("Removing the current entry continues with its successor in play order")
  func removingCurrentEntry() throws {
    var queue = try makeQueue("abcd", current: 1)
    try queue.remove([try #require(queue.current), queue[2].id])
    #expect(queue.currentEntry?.track.id == "d")
    #expect(!queue.isAtEnd)
  }

  @Test("An insert shifts the index of the current entry")
  func insertShiftsIndex() throws {
    var queue = try makeQueue("abc", current: 1)
    try queue.insert(tracks("xy"), at: 0)
    #expect(queue.currentIndex == 3)
  }

  @Test("A removal that names an unknown entry removes nothing")
  func removalNamesStranger() throws {
    var queue = try makeQueue("abc")
    let entries = [queue[0].id, EntryID(number: 99)]
    #expect(throws: QueueError.unknownEntry(EntryID(number: 99))) {
      try queue.remove(Set(entries))
    }
    #expect(names(queue) == "abc")
  }

  @Test("Equal seeds give equal orders")
  func equalSeedsShuffle() throws {
    var one = try makeQueue("abcdefgh", seed: 5)
    var two = try makeQueue("abcdefgh", seed: 5)
    one.setShuffled(true)
    two.setShuffled(true)
    #expect(playOrder(one) == playOrder(two))
  }
}
