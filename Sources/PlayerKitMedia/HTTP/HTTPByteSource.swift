import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// Opens streams of one URL. The first stream starts at once, so that bytes are available when an
/// engine switches to a load that it got ahead of time.
final class HTTPByteSource: RetainingByteSource {
  private let make: @Sendable () -> HTTPByteStream
  private let early: Locked<HTTPByteStream?>
  private let countKept: @Sendable () -> Int64?

  init(
    _ address: HTTPAddress,
    fetcher: any HTTPFetcher,
    memory: ByteMemory,
    timeout: Duration,
    limits: HTTPReader.Limits = .init()
  ) {
    make = {
      HTTPByteStream(address, fetcher: fetcher, timeout: timeout, memory: memory, limits: limits)
    }
    countKept = {
      if memory.wholeBody(of: address) != nil { return nil }
      return max(memory.bytes(of: address)?.headCount ?? 0, HTTPReader.Limits().firstWindow)
    }
    let stream = make()
    stream.begin()
    early = Locked(stream)
  }

  var bytesAtHand: Int64? { countKept() }

  func makeStream() -> any ByteStream { makeHTTPStream() }

  func makeHTTPStream() -> HTTPByteStream {
    let stream = early.withLock { early in
      defer { early = nil }
      return early
    }
    return stream ?? make()
  }
}
