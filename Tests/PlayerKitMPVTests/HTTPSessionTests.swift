import Foundation
import HTTPTestSupport
import PlayerKit
import Testing

@testable import MediaLoading
@testable import PlayerKitMPV

/// What is left of streams when their engine is closed.
struct HTTPSessionTests {
  @Test
  func `A stream may be closed, and its session ended, while a server leads it on`() throws {
    let server = try LoopbackServer { _ in .status(302, ["Location": "/again"]) }
    let address = HTTPAddress(url: server.url("/"), headers: [:])
    for round in 0..<20 {
      let session = HTTPSession()
      let streams = (0..<10).map { _ in
        HTTPByteStream(address, session: session, timeout: .seconds(30))
      }
      for stream in streams {
        stream.begin()
        // Not a wait for anything: the moment at which the first is closed.
        usleep(useconds_t(round * 20))
      }
      for stream in streams.prefix(5) { stream.close() }
      session.invalidate()
      for stream in streams { #expect(!stream.isSeekable) }
    }
    server.stop()
  }

  @Test
  func `A stream that asks for more when the session is over is cancelled, and waits for nothing`()
    throws
  {
    let server = try LoopbackServer { .part(Data(count: 4 << 20), $0) }
    let session = HTTPSession()
    let address = HTTPAddress(url: server.url("/"), headers: [:])
    let streams = (0..<2).map { _ in
      HTTPByteStream(address, session: session, timeout: .seconds(30))
    }
    var buffer = [UInt8](repeating: 0, count: 1_000)
    let count = try buffer.withUnsafeMutableBytes { try streams[0].read(into: $0) }
    #expect(count > 0)
    session.invalidate()
    let start = ContinuousClock.now
    try streams[0].seek(to: 3 << 20)
    for stream in streams {
      #expect(throws: PlayerError.self) {
        try buffer.withUnsafeMutableBytes { _ = try stream.read(into: $0) }
      }
      #expect(!stream.isSeekable)
    }
    #expect(ContinuousClock.now - start < .seconds(5))
    server.stop()
  }
}
