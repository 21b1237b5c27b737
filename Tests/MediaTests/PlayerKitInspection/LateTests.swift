import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitSystem
import TestSupport
import Testing

@Suite("Media that never answers", .tags(.local), .timeLimit(.minutes(3)))
struct LateTests {
  /// Bytes that block every reader, like a lost network disk.
  private final class StuckBytes: ByteSource, ByteStream {
    private let condition = Condition()
    private let isFree = Locked(false)

    func free() {
      condition.withLock { isFree.withLock { $0 = true } }
      condition.broadcast()
    }

    func makeStream() -> any ByteStream { self }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      condition.withLock { while !isFree.withLock(\.self) { condition.wait() } }
      return 0
    }

    func seek(to offset: Int64) {}
    var isSeekable: Bool { true }
    var size: Int64? { 1_000 }
    func cancel() {}
    func close() {}
  }

  @Test("times out, and the next media is inspected")
  func stuck() async throws {
    let inspector = MediaInspector(.init(longestInspection: .milliseconds(600), concurrency: 1))
    let stuck = StuckBytes()
    defer { stuck.free() }
    for _ in 0..<3 {
      #expect(await inspector.failure(MediaSource(.bytes(stuck)))?.code == .timedOut)
    }
    let patient = try await inspector.inspect(path: TagFixture.path("id3v24.mp3"))
    #expect(patient.metadata.album == "The Album")
  }

  @Test("Pipes are not opened")
  func pipe() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    #expect(await MediaInspector().failure(MediaSource(.file(path: path)))?.code == .unreadable)
  }
}
