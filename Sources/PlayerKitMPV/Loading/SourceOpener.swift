import Foundation
import Locking
import PlayerKit

/// Turns media sources into byte sources; owns the http session that those share.
///
/// Threads: any.
final class SourceOpener: Sendable {
  private struct State {
    var session: HTTPSession?
    var isClosed = false
  }

  private let networkTimeout: Duration
  private let memory = ByteMemory()
  private let state = Locked(State())

  init(networkTimeout: Duration) {
    self.networkTimeout = networkTimeout
  }

  /// - Parameter limits: how the source is read, where it comes over http.
  func open(_ source: MediaSource, limits: HTTPReader.Limits = .init()) -> any ByteSource {
    switch source.location {
    case .file(let path):
      return ClosureByteSource { FileByteStream(path: path) }
    case .bytes(let bytes):
      return bytes
    case .remote(let url):
      guard RedirectRule.isAllowed(url), let session else {
        return ClosureByteSource { FailedByteStream(HTTPFailure.blocked) }
      }
      return HTTPByteSource(
        HTTPAddress(url: url, headers: source.headers, renewal: source.renewal),
        session: session,
        memory: memory,
        timeout: networkTimeout,
        limits: limits
      )
    }
  }

  /// How many of the first bytes of a source over http are kept; 0: a stream would ask for them.
  func countOfFirstBytes(of source: MediaSource) -> Int64 {
    guard case .remote(let url) = source.location else { return 0 }
    let address = HTTPAddress(url: url, headers: source.headers, renewal: source.renewal)
    return memory.bytes(of: address)?.headCount ?? 0
  }

  /// Ends all requests.
  func close() {
    let session = state.withLock { state in
      state.isClosed = true
      return state.session
    }
    session?.invalidate()
  }

  // Made with the first source that needs it: an engine that plays files has none.
  private var session: HTTPSession? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      let session = state.session ?? HTTPSession()
      state.session = session
      return session
    }
  }
}

/// Opens streams that keep what matters of the bytes that passed, so that to read ahead at another
/// place than where reading goes on is no loss.
protocol KeepingByteSource: ByteSource {
  /// How many of its first bytes later streams, and those that are open, have for certain; `nil`: all.
  var bytesAtHand: Int64? { get }
}

/// Opens streams of one URL. The first is begun at once, so that bytes are at hand when an engine
/// turns to a load that was handed over ahead of time.
final class HTTPByteSource: KeepingByteSource {
  private let make: @Sendable () -> HTTPByteStream
  private let early: Locked<HTTPByteStream?>
  private let countKept: @Sendable () -> Int64?

  init(
    _ address: HTTPAddress,
    session: HTTPSession,
    memory: ByteMemory,
    timeout: Duration,
    limits: HTTPReader.Limits = .init()
  ) {
    make = {
      HTTPByteStream(address, session: session, timeout: timeout, memory: memory, limits: limits)
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

  func makeStream() -> any ByteStream {
    let stream = early.withLock { early in
      defer { early = nil }
      return early
    }
    return stream ?? make()
  }
}

/// Opens streams in which reading ahead at another place costs next to nothing.
protocol LocalByteSource: ByteSource {}

/// Makes its streams, of local files, by a closure.
struct ClosureByteSource: LocalByteSource {
  let make: @Sendable () -> any ByteStream

  func makeStream() -> any ByteStream { make() }
}
