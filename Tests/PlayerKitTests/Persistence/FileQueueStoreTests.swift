import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A queue's file", .tags(.local), .timeLimit(.minutes(3)))
final class FileQueueStoreTests {
  private let scratch = ScratchFolder()
  private var path: String { scratch.path("queue") }

  deinit {
    scratch.remove()
  }

  private func bytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func write(_ bytes: Data, to path: String? = nil) throws {
    try bytes.write(to: URL(fileURLWithPath: path ?? self.path))
  }

  /// The contents of the file in a new store, or the error with which it refuses the file.
  private func reopened() async throws -> Result<StoredQueue?, QueueStoreError> {
    let store = FileQueueStore(path: path)
    let result: Result<StoredQueue?, QueueStoreError>
    do throws(QueueStoreError) {
      result = .success(try await store.restore())
    } catch {
      result = .failure(error)
    }
    await store.close()
    return result
  }

  /// Writes a queue, then a position this many times. Returns the length after each write.
  private func prepare(positions: Int) async throws -> [Int] {
    let queue = KeptSample(count: 3)
    let store = FileQueueStore(path: path)
    try await store.write(queue.complete)
    var lengths = [try bytes().count]
    for second in 1...positions {
      try await store.write(queue.at(.seconds(second)))
      lengths.append(try bytes().count)
    }
    await store.close()
    return lengths
  }

  @Test("that is cut anywhere restores the last complete write")
  func tornTail() async throws {
    let lengths = try await prepare(positions: 1)
    let whole = try bytes()
    for length in lengths[0]...whole.count {
      try write(whole.prefix(length))
      let position = try await reopened().get()?.state.position
      let expected = lengths.lastIndex { $0 <= length } ?? 0
      #expect(position == .seconds(expected), "cut off at \(length)")
    }
  }

  @Test("with garbage at its end is continued after the last complete write")
  func rubbishTail() async throws {
    _ = try await prepare(positions: 1)
    for rubbish in [Data([0, 0, 0, 0]), Data("12345678 {}\n".utf8), Data("\n\n".utf8)] {
      try write(try bytes() + rubbish)
      let store = FileQueueStore(path: path)
      #expect(try await store.restore()?.state.position == .seconds(1))
      try await store.write(KeptSample(count: 3).at(.seconds(1)))
      await store.close()
      #expect(try await reopened().get()?.state.position == .seconds(1))
    }
  }

  @Test("with damage in its middle is refused and not changed")
  func damagedMidst() async throws {
    let lengths = try await prepare(positions: 3)
    var damaged = try bytes()
    damaged[lengths[1] + 20] ^= 0x20
    try write(damaged)
    #expect(try await code(of: reopened()) == .corrupt)
    let store = FileQueueStore(path: path)
    await #expect(throws: QueueStoreError.self) {
      try await store.write(KeptSample(count: 1).complete)
    }
    await store.close()
    #expect(try bytes() == damaged)
  }

  @Test(
    "of another format or of a newer version is refused and not changed",
    arguments: [
      ("a list\nof shopping\n", QueueStoreError.Code.notAQueue),
      ("PlayerKit queue x\n", .notAQueue), ("PlayerKit queue 0\n", .notAQueue),
      ("PlayerKit queue 6\nwhatever it is\n", .newerVersion), ("\u{0}\u{1}", .notAQueue),
    ]
  )
  func otherFiles(contents: String, code: QueueStoreError.Code) async throws {
    try write(Data(contents.utf8))
    #expect(try await self.code(of: reopened()) == code)
    let store = FileQueueStore(path: path)
    await #expect {
      try await store.write(KeptSample(count: 1).complete)
    } throws: { error in
      (error as? QueueStoreError)?.code == code
    }
    #expect(try bytes() == Data(contents.utf8))
  }

  /// A file written by version 2: a queue, then two positions.
  private static let oldFile = #"""
    PlayerKit queue 2
    6013feb0 {"entries":[{"id":1,"track":{"data":"e30=","id":"track 1","metadata":{"title":"first"},"type":"sample"}},{"id":2,"track":{"data":"e30=","id":"track 2","metadata":{"title":"first"},"type":"sample"}},{"id":3,"track":{"data":"e30=","id":"track 3","metadata":{"title":"first"},"type":"sample"}}]}
    9db6f661 {"base":{"changed":[],"isComplete":true,"relabeled":[],"removed":[]}}
    be870d83 {"base":{"changed":[{"entries":[1,2,3],"label":9223372036854775808,"number":1}],"isComplete":false,"relabeled":[],"removed":[]}}
    31d86b76 {"shuffled":{"changed":[],"isComplete":true,"relabeled":[],"removed":[]}}
    91d0b38b {"firstPlay":0,"state":{"current":1,"isAtEnd":false,"isShuffled":false,"lastEntry":3,"playCount":0,"position":[0,0],"repeatMode":"off","upNext":[],"version":0}}
    e7b23b30 {"firstPlay":0,"state":{"current":1,"isAtEnd":false,"isShuffled":false,"lastEntry":3,"playCount":0,"position":[0,1000000000000000000],"repeatMode":"off","upNext":[],"version":0}}
    bdfdca5b {"firstPlay":0,"state":{"current":1,"isAtEnd":false,"isShuffled":false,"lastEntry":3,"playCount":0,"position":[0,2000000000000000000],"repeatMode":"off","upNext":[],"version":0}}

    """#

  @Test(
    "of an older version is read, and is converted at the next write",
    arguments: [1, 2, 3, 4]
  )
  func migration(version: Int) async throws {
    let old = Self.oldFile.replacing("queue 2\n", with: "queue \(version)\n")
    try write(Data(old.utf8))
    let store = FileQueueStore(path: path)
    let queue = try #require(try await store.restore())
    #expect(queue.entries.count == 3)
    #expect(queue.state.position == .seconds(2))
    #expect(queue.state.volume == nil)
    #expect(queue.state.processing == nil)
    try await store.write(KeptSample(count: 3).at(.seconds(9)))
    await store.close()
    #expect(try bytes().starts(with: Data("PlayerKit queue 5\n".utf8)))
    #expect(try await reopened().get()?.state.position == .seconds(9))
  }

  @Test("without a complete write is damaged, and does not count as an empty queue")
  func noWrite() async throws {
    _ = try await prepare(positions: 1)
    let whole = try bytes()
    for length in [18, 100] {
      try write(whole.prefix(length))
      #expect(try await code(of: reopened()) == .corrupt, "cut off at \(length)")
    }
  }

  @Test("is readable only by its owner, also if it was not before")
  func permissions() async throws {
    let queue = KeptSample(count: 3)
    let store = FileQueueStore(path: path)
    try await store.write(queue.complete)
    #expect(try scratch.mode(of: "queue") == 0o600)
    await store.close()
    try scratch.setMode(0o644, of: "queue")
    let other = FileQueueStore(path: path)
    _ = try await other.restore()
    #expect(try scratch.mode(of: "queue") == 0o600)
    // A file that another process left, and may still read, is not overwritten in place.
    try write(Data(), to: path + ".new")
    try scratch.setMode(0o644, of: "queue.new")
    let left = try FileHandle(forReadingFrom: URL(fileURLWithPath: path + ".new"))
    try await other.write(queue.complete)
    #expect(try scratch.mode(of: "queue") == 0o600)
    #expect(try left.readToEnd() ?? Data() == Data())
    await other.close()
  }

  @Test("of another format keeps its permissions")
  func otherPermissions() async throws {
    try write(Data("a list of shopping".utf8))
    try scratch.setMode(0o644, of: "queue")
    #expect(try await code(of: reopened()) == .notAQueue)
    #expect(try scratch.mode(of: "queue") == 0o644)
  }

  @Test("stays small, however often it is written")
  func compaction() async throws {
    let queue = KeptSample(count: 100)
    let store = FileQueueStore(path: path)
    try await store.write(queue.complete)
    var largest = 0
    for number in 0..<120 {
      try await store.write(queue.replacing(number % 100))
      largest = max(largest, try bytes().count)
    }
    await store.close()
    #expect(largest < 1 << 21)
    #expect(try await reopened().get()?.entries.count == 100)
  }

  @Test("that can't be opened is refused with the right error")
  func places() async throws {
    let folder = FileQueueStore(path: scratch.url.path)
    let nowhere = FileQueueStore(path: scratch.path("no/such/queue"))
    let device = FileQueueStore(path: "/dev/null")
    #expect(await code(of: folder) == .isDirectory)
    #expect(await code(of: nowhere) == .noSuchFolder)
    #expect(await code(of: device) == .notAQueue)
  }

  @Test("that is deleted during use fails the next write, and a complete write creates it again")
  func takenAway() async throws {
    let queue = KeptSample(count: 3)
    let store = FileQueueStore(path: path)
    try await store.write(queue.complete)
    try FileManager.default.removeItem(atPath: path)
    await #expect {
      try await store.write(queue.at(.seconds(1)))
    } throws: { error in
      (error as? QueueStoreError)?.code == .failed
    }
    try await store.write(queue.complete)
    await store.close()
    #expect(try await reopened().get()?.entries.count == 3)
  }

  private func code(of store: FileQueueStore) async -> QueueStoreError.Code? {
    do throws(QueueStoreError) {
      try await store.write(KeptSample(count: 1).complete)
      return nil
    } catch {
      return error.code
    }
  }

  private func code(of result: Result<StoredQueue?, QueueStoreError>) -> QueueStoreError.Code? {
    switch result {
    case .success: nil
    case .failure(let error): error.code
    }
  }
}
