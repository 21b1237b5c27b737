import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// An app's streams that return impossible values.
@Suite(.tags(.pure), .timeLimit(.minutes(3)))
struct LyingBytesTests {
  private final class Source: ByteSource, ByteStream {
    let count: Int
    let isSeekable: Bool
    let size: Int64?

    init(count: Int, size: Int64? = 1_000, isSeekable: Bool = true) {
      self.count = count
      self.size = size
      self.isSeekable = isSeekable
    }

    func makeStream() -> any ByteStream { self }
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { count }
    func seek(to offset: Int64) {}
    func cancel() {}
    func close() {}
  }

  static let counts = [-1, .min, 1 << 30, .max]

  private func open(_ source: Source) -> any ByteStream {
    SourceOpener(LoadingSettings(networkTimeout: .seconds(1))).open(MediaSource(.bytes(source)))
      .makeStream()
  }

  @Test("An impossible count is an error, not a trap", arguments: counts)
  func countCannotError(count: Int) {
    var buffer = [UInt8](repeating: 0, count: 100)
    #expect(throws: PlayerError.self) {
      try buffer.withUnsafeMutableBytes { try open(Source(count: count)).read(into: $0) }
    }
  }

  @Test("An impossible count is an error also during reading ahead", arguments: counts)
  func errorBytesRead(count: Int) {
    let verdict = PrefetchStream(open(Source(count: count)), readsIndex: true).examine()
    guard case .failed(let error) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(error.code == .unreadable)
  }

  @Test("A negative size is unknown")
  func negativeSizeUnknown() {
    #expect(open(Source(count: 1, size: -1)).size == nil)
    #expect(open(Source(count: 1, size: 7)).size == 7)
  }
}
