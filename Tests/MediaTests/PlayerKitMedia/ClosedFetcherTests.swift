import Foundation
import PlayerKit
import PlayerKitHTTP
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Streams whose engine is closed.
@Suite(.tags(.local))
struct ClosedFetcherTests {
  @Test("A stream and its fetcher may be closed during a redirect")
  func streamClosedFetches() throws {
    let server = try LoopbackServer { _ in .status(302, ["Location": "/again"]) }
    let address = HTTPAddress(url: server.url("/"), headers: [:])
    for round in 0..<20 {
      let fetcher = CurlFetcher()
      let streams = (0..<10).map { _ in
        HTTPByteStream(address, fetcher: fetcher, timeout: .seconds(30))
      }
      for stream in streams {
        stream.begin()
        // This waits for no condition. It varies the moment at which the first one is closed.
        usleep(useconds_t(round * 20))
      }
      for stream in streams.prefix(5) { stream.close() }
      fetcher.close()
      for stream in streams { #expect(!stream.isSeekable) }
    }
    server.stop()
  }

  @Test(
    "A stream that reads after its fetcher was closed is cancelled without a wait"
  )
  func streamAsksMore() throws {
    let server = try LoopbackServer { .part(Data(count: 4 << 20), $0) }
    let fetcher = CurlFetcher()
    let address = HTTPAddress(url: server.url("/"), headers: [:])
    let streams = (0..<2).map { _ in
      HTTPByteStream(address, fetcher: fetcher, timeout: .seconds(30))
    }
    var buffer = [UInt8](repeating: 0, count: 1_000)
    let count = try buffer.withUnsafeMutableBytes { try streams[0].read(into: $0) }
    #expect(count > 0)
    fetcher.close()
    try streams[0].seek(to: 3 << 20)
    for stream in streams {
      let error = #expect(throws: PlayerError.self) {
        try buffer.withUnsafeMutableBytes { _ = try stream.read(into: $0) }
      }
      // A separate error, before the timeout.
      #expect(error?.code == .interrupted)
      #expect(!stream.isSeekable)
    }
    server.stop()
  }
}
