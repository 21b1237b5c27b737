import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("The mirrors of a station", .tags(.local), .timeLimit(.minutes(3)))
struct AlternativesStreamTests {
  /// Returns one piece for each read, then its end or an error.
  private final class Mirror: TitledStream, LocatedStream {
    let isLive: Bool
    let origin: StreamOrigin?
    private let failure: PlayerError?
    private let pieces: Locked<[[UInt8]]>
    private let closes = Locked(0)

    init(
      _ pieces: [[UInt8]],
      _ failure: PlayerError?,
      isLive: Bool = true,
      type: String? = "audio/a"
    ) {
      self.pieces = Locked(pieces)
      self.failure = failure
      self.isLive = isLive
      origin = StreamOrigin(
        url: URL(filePath: "/"),
        reach: .everywhere,
        contentType: type
      )
    }

    var isClosed: Bool { closes.withLock { $0 == 1 } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
      let piece = pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let piece {
        buffer.copyBytes(from: piece)
        return piece.count
      }
      if let failure { throw failure }
      return 0
    }

    func seek(to offset: Int64) throws(PlayerError) { throw HTTPFailure.notSeekable }
    var isSeekable: Bool { false }
    var size: Int64? { nil }
    func cancel() {}
    func close() { closes.withLock { $0 += 1 } }
    func takeMetadata() -> StreamMetadata? { nil }
    func leaveNothing() {}
  }

  private static let gone = PlayerError(.notFound, "It is not there.")
  private static let lost = PlayerError(.interrupted, "It is lost.")

  private func stream(
    _ mirrors: [Mirror],
    again: Mirror? = nil,
    longestSearch: Duration = .seconds(60)
  ) -> AlternativesStream {
    let others = mirrors.dropFirst().map { mirror in
      { @Sendable in mirror as any ByteStream }
    }
    let back = again.map { mirror in
      { @Sendable in mirror as any ByteStream }
    }
    return AlternativesStream(
      mirrors[0],
      others: others,
      again: back,
      longestSearch: longestSearch
    )
  }

  /// The received bytes, and the error that ended them.
  private struct Outcome: Equatable {
    var bytes: [UInt8]
    var error: PlayerError?
  }

  private func read(_ stream: AlternativesStream) -> Outcome {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 100)
    while true {
      do throws(PlayerError) {
        let count = try stream.read(into: &piece)
        guard count > 0 else { return Outcome(bytes: all) }
        all += piece.prefix(count)
      } catch {
        return Outcome(bytes: all, error: error)
      }
    }
  }

  @Test("are tried until one sends something other than a page")
  func triedUntilOne() {
    let page = Mirror([Array("\n<!DOCTYPE html>".utf8)], nil)
    let mirrors = [Mirror([], Self.gone), page, Mirror([[1, 2], [3]], nil), Mirror([[4]], nil)]
    #expect(read(stream(mirrors)) == Outcome(bytes: [1, 2, 3]))
    #expect(mirrors.map(\.isClosed) == [true, true, false, false])
    let pages = read(stream([Mirror([], Self.gone), Mirror([Array("<html>".utf8)], nil)]))
    #expect(pages == Outcome(bytes: [], error: HTTPFailure.page))
  }

  @Test("continue each other if one of them ends")
  func goOneAnother() {
    let mirrors = [
      Mirror([[1], [2]], Self.lost), Mirror([], Self.gone), Mirror([[9]], nil, type: "audio/other"),
      Mirror([[9]], nil, isLive: false), Mirror([[3], [4]], Self.lost), Mirror([[5]], nil),
    ]
    #expect(read(stream(mirrors)) == Outcome(bytes: [1, 2, 3, 4, 5]))
  }

  @Test("continue each other, however their types are written")
  func goOneAnotherHowever() {
    let types = ["audio/a", "Audio/A; charset=utf-8", "audio/a ;x", nil]
    for (one, other) in types.flatMap({ one in types.map { (one, $0) } }) {
      let mirrors = [Mirror([[1]], Self.lost, type: one), Mirror([[2]], nil, type: other)]
      #expect(read(stream(mirrors)) == Outcome(bytes: [1, 2]), "\(one ?? "-"), \(other ?? "-")")
    }
  }

  @Test("fail with the error of the playing one if there is no other")
  func failOneHeard() {
    let stream = stream([Mirror([[1]], Self.lost), Mirror([], Self.gone)])
    #expect(read(stream) == Outcome(bytes: [1], error: Self.lost))
    #expect(read(stream) == Outcome(bytes: [], error: Self.lost))
  }

  @Test("give way to the first one, which is awaited, if there is no other")
  func giveWayFirst() {
    let mirrors = [Mirror([[1]], Self.lost), Mirror([], Self.gone)]
    let again = Mirror([[2], [3]], Self.lost)
    #expect(read(stream(mirrors, again: again)) == Outcome(bytes: [1, 2, 3], error: Self.lost))
  }

  @Test("do not continue media that has an end")
  func noWayEnd() {
    let mirrors = [Mirror([[1]], Self.lost, isLive: false), Mirror([[2]], nil)]
    #expect(read(stream(mirrors)) == Outcome(bytes: [1], error: Self.lost))
  }

  @Test("are searched within a time limit")
  func lookedLongMakes() {
    let mirrors = [Mirror([], Self.gone), Mirror([[1]], nil)]
    #expect(read(stream(mirrors, longestSearch: .zero)) == Outcome(bytes: [], error: Self.gone))
  }

  @Test("are limited to ten from any source")
  func tenMostWhatever() throws {
    var source = MediaSource(.file(path: "0"))
    source.alternatives = (1...100).map { MediaSource(.file(path: "\($0)")) }
    let opened = Locked<[AlternativesSource.Turn]>([])
    let all = AlternativesSource(source) { _, turn in
      opened.withLock { $0.append(turn) }
      return ClosureByteSource { FailedByteStream(Self.gone) }
    }
    var piece: [UInt8] = [0]
    #expect(throws: Self.gone) { try all.makeStream().read(into: &piece) }
    #expect(opened.withLock(\.self) == Array(repeating: .inTurn, count: 9) + [.last])
  }

  // MARK: - Replacement of all

  private func replaced(
    _ mirrors: [Mirror],
    asked: Locked<Int> = Locked(0),
    longestSearch: Duration = .seconds(60),
    by find: @escaping @Sendable () async throws -> Mirror
  ) -> AlternativesStream {
    let others = mirrors.dropFirst().map { mirror in
      { @Sendable in mirror as any ByteStream }
    }
    return AlternativesStream(
      mirrors[0],
      others: others,
      find: {
        asked.withLock { $0 += 1 }
        let found = try await find()
        return .init(make: { found }, again: { found })
      },
      longestSearch: longestSearch
    )
  }

  private func piece(of stream: AlternativesStream) throws(PlayerError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = try stream.read(into: &buffer)
    return Array(buffer.prefix(count))
  }

  @Test("that all failed are looked up again once, and not before")
  func replacement() throws {
    let asked = Locked(0)
    let fine = replaced([Mirror([[1]], nil)], asked: asked) { Mirror([[9]], nil) }
    #expect(try piece(of: fine) == [1])
    #expect(asked.withLock { $0 } == 0)
    let gone = replaced([Mirror([], Self.gone), Mirror([], Self.gone)], asked: asked) {
      Mirror([[9]], nil)
    }
    #expect(try piece(of: gone) == [9])
    #expect(asked.withLock { $0 } == 1)
    // The replacement fails, too. Its failure is reported, and the lookup is not repeated.
    let lost = replaced([Mirror([], Self.gone)], asked: asked) { Mirror([], Self.lost) }
    for _ in 0..<2 {
      let error = #expect(throws: PlayerError.self) { try piece(of: lost) }
      #expect(error?.code == .interrupted)
    }
    #expect(asked.withLock { $0 } == 2)
    let unknown = replaced([Mirror([], Self.gone)], asked: asked) { throw Self.lost }
    let error = #expect(throws: PlayerError.self) { try piece(of: unknown) }
    #expect(error?.code == .notFound)
  }

  @Test("are looked up while a source is opened, at a server, too")
  func openedElsewhere() throws {
    let asked = Locked<[String]>([])
    let server = try LoopbackServer { request in
      asked.withLock { $0.append(request.target) }
      return request.target == "/new" ? .whole(Data([7, 8])) : .status(404)
    }
    let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(5)))
    defer { opener.close() }
    for others in [[], [MediaSource(.remote(server.url("/mirror")))]] {
      var source = MediaSource(.remote(server.url("/old")))
      source.alternatives = others
      source.replacement = { MediaSource(.remote(server.url("/new"))) }
      let stream = opener.open(source).makeStream()
      defer { stream.close() }
      var buffer = [UInt8](repeating: 0, count: 16)
      let count = try stream.read(into: &buffer)
      #expect(Array(buffer.prefix(count)) == [7, 8])
    }
    #expect(asked.withLock { $0 } == ["/old", "/new", "/old", "/mirror", "/new"])
    // A file is replaced in the same way.
    var file = MediaSource(.file(path: "/no/such/file.mp3"))
    file.replacement = { MediaSource(.remote(server.url("/new"))) }
    let stream = opener.open(file).makeStream()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = try stream.read(into: &buffer)
    #expect(Array(buffer.prefix(count)) == [7, 8])
  }

  @Test("do not block a reader that cancels the search, which has a time limit")
  func cancelledSearch() async throws {
    let asked = Locked(0)
    @Sendable func never() async throws -> Mirror {
      // Ignores even its cancellation.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in
        asked.withLock { $0 += 1 }
      }
      throw Self.lost
    }
    let left = replaced([Mirror([], Self.gone)], by: never)
    let reading = Task.detached { [self] in
      do {
        _ = try piece(of: left)
        return false
      } catch {
        return true
      }
    }
    try await eventually("the lookup begins") { asked.withLock { $0 } == 1 }
    left.cancel()
    #expect(await reading.value)
    let slow = replaced([Mirror([], Self.gone)], longestSearch: .milliseconds(50), by: never)
    #expect(throws: PlayerError.self) { try piece(of: slow) }
  }
}
