import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("Edits of a playing queue", .tags(.pure))
struct QueueEditingTests {
  private struct Doubt: Error {}

  private func tracks(_ names: String...) -> [any Track] {
    names.map { URLTrack(path: $0) }
  }

  /// The events after the first `count`.
  private func told(_ fixture: QueueFixture, since count: Int) async -> [String] {
    Array(await fixture.told().dropFirst(count))
  }

  @Test("in one transaction are reported as one")
  func transaction() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let before = await fixture.told().count
    let last = try fixture.entry("c")
    let added = try fixture.queue.edit { queue in
      queue.playNext(tracks("x", "y"))
      try queue.move(last, to: 0)
      return queue.append(tracks("z"))
    }
    #expect(added.count == 1)
    #expect(fixture.order == ["c", "a", "x", "y", "b", "z"])
    #expect(await told(fixture, since: before) == ["edited 6"])
    #expect(fixture.current == "a")
    #expect(fixture.state == .play)
  }

  @Test("that fail half-way leave the queue unchanged and playing")
  func failingTransaction() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let before = await fixture.told().count
    let version = fixture.queue.entries.version
    let current = try fixture.entry("a")
    #expect(throws: Doubt.self) {
      try fixture.queue.edit { queue in
        try queue.remove([current])
        queue.isShuffled = true
        throw Doubt()
      }
    }
    #expect(throws: QueueError.indexOutOfRange(99)) {
      try fixture.queue.edit { queue in
        queue.removeAll()
        try queue.insert(tracks("x"), at: 99)
      }
    }
    #expect(fixture.order == ["a", "b", "c"])
    #expect(fixture.queue.entries.version == version)
    #expect(await told(fixture, since: before) == [])
    #expect(fixture.state == .play)
  }

  @Test("run again on the new state if the queue changed meanwhile")
  func changedMeanwhile() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    var runs = 0
    try fixture.queue.edit { queue in
      runs += 1
      if runs == 1 { fixture.queue.next() }
      queue.playNext(tracks("x"))
    }
    #expect(runs == 2)
    #expect(fixture.order == ["a", "b", "x", "c"])
    #expect(fixture.current == "b")
  }

  @Test("that command the queue each time are given up")
  func conflict() throws {
    let fixture = try QueueFixture()
    #expect(throws: QueueError.conflict) {
      try fixture.queue.edit { queue in
        fixture.queue.append(tracks("x"))
        queue.removeAll()
      }
    }
    #expect(fixture.order.count == 3 + 16)
  }

  @Test("may restore an earlier version, but not its identities")
  func undo() async throws {
    let fixture = try QueueFixture()
    let old = fixture.queue.entries
    let added = fixture.queue.append(tracks("x"))
    let version = fixture.queue.entries.version
    try fixture.queue.edit { $0 = old }
    #expect(fixture.order == ["a", "b", "c"])
    #expect(fixture.queue.entries.version > version)
    #expect(fixture.queue.append(tracks("y")) != added)
  }

  @Test("may change the modes in the same step")
  func modes() async throws {
    let fixture = try QueueFixture()
    let before = await fixture.told().count
    try fixture.queue.edit { queue in
      queue.isShuffled = true
      queue.repeatMode = .all
    }
    #expect(await told(fixture, since: before) == ["repeat all", "shuffle true"])
    #expect(fixture.queue.isShuffled)
  }

  @Test("that replace the current entry begin the new one")
  func replaceCurrent() async throws {
    let fixture = try QueueFixture()
    fixture.script("x", FakeMedia())
    fixture.begin()
    let before = await fixture.told().count
    let id = try fixture.queue.replace(fixture.entry("a"), with: URLTrack(path: "x"))
    #expect(fixture.queue.entries.current == id)
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .play)
    let told = await told(fixture, since: before)
    #expect(told.prefix(2) == ["edited 3", "x queueChanged"])
  }

  @Test("that change nothing are not reported")
  func nothing() async throws {
    let fixture = try QueueFixture()
    let before = await fixture.told().count
    try fixture.queue.move(fixture.entry("b"), to: 1)
    try fixture.queue.move([fixture.entry("a"), fixture.entry("b")], to: 0)
    try fixture.queue.remove([])
    try fixture.queue.remove(at: 2..<2)
    fixture.queue.append([])
    fixture.queue.playLater([])
    try fixture.queue.edit { _ in }
    #expect(await told(fixture, since: before) == [])
  }

  @Test("with an index out of range are refused, however large it is")
  func nonsense() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let before = await fixture.told().count
    let (queue, entry) = (fixture.queue, try fixture.entry("a"))
    for index in [Int.min, -1, 4, .max] {
      let expected = QueueError.indexOutOfRange(index)
      #expect(throws: expected) { try queue.insert(tracks("x"), at: index) }
      #expect(throws: expected) { try queue.set(tracks("x"), startAt: index) }
      #expect(throws: expected) { try queue.move(entry, to: index) }
      #expect(throws: expected) { try queue.move([entry], to: index) }
      #expect(throws: expected) { try queue.move([], to: index) }
    }
    #expect(throws: QueueError.indexOutOfRange(3)) { try queue.remove(at: 0..<Int.max) }
    #expect(throws: QueueError.indexOutOfRange(Int.min)) { try queue.remove(at: Int.min..<2) }
    #expect(throws: QueueError.indexOutOfRange(.max - 1)) {
      try queue.remove(at: .max - 1..<Int.max)
    }
    #expect(fixture.order == ["a", "b", "c"])
    #expect(await told(fixture, since: before) == [])
    #expect(fixture.state == .play)
  }

  @Test("do not accept the entries of another queue")
  func strangers() throws {
    let (fixture, other) = (try QueueFixture(), try QueueFixture())
    for entry in other.queue.entries.map(\.id) {
      #expect(fixture.queue.entries[entry] == nil)
      #expect(!fixture.queue.entries.contains(entry))
      #expect(throws: QueueError.unknownEntry(entry)) { try fixture.queue.remove([entry]) }
      #expect(throws: QueueError.unknownEntry(entry)) { try fixture.queue.move(entry, to: 0) }
      #expect(throws: QueueError.unknownEntry(entry)) { try fixture.queue.play(entry) }
    }
  }

  @Test("may be made inside an event, and all observers get them in one order")
  func insideAnEvent() async throws {
    let fixture = try QueueFixture()
    let editor = Editor()
    let late = QueueLog()
    fixture.queue.addSendableObserver(editor, positionInterval: nil)
    fixture.queue.addSendableObserver(late, positionInterval: nil)
    let before = await fixture.told().count
    fixture.queue.next()
    _ = await fixture.told()
    #expect(fixture.order == ["b", "c", "x"])
    let told = await told(fixture, since: before)
    #expect(told.filter { $0.hasPrefix("edited") } == ["edited 2", "edited 3"])
    #expect(late.words.elements == told)
  }

  /// At the first transition, removes the previous entry, then adds one.
  private final class Editor: QueuePlayerObserver, Sendable {
    func queuePlayer(
      _ queue: QueuePlayer,
      didTransition transition: QueueTransition,
      status: QueuePlayerStatus
    ) {
      guard let from = transition.from, queue.entries.contains(from.id) else { return }
      try? queue.remove([from.id])
      queue.append([URLTrack(path: "x")])
    }
  }

  @Test("of thousands of entries do not disturb playback")
  func largeEdits() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let many = (0..<5_000).map { LawTrack(id: "\($0)") as any Track }
    let added = fixture.queue.append(many)
    #expect(fixture.queue.entries.count == 5_003)
    #expect(fixture.queue.entries.index(of: added[4_999]) == 5_002)
    #expect(fixture.current == "a")
    #expect(fixture.state == .play)
  }
}
