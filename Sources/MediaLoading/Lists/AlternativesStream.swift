import Locking
import PlayerKit

/// A stream of the first of several sources that gives a byte.
///
/// Serial, as ``ByteStream`` promises; only ``cancel()``, ``isLive`` and what is known already come
/// from elsewhere.
final class AlternativesStream: TitledStream, TimedStream {
  private struct State {
    var stream: any ByteStream
    /// What is to be tried yet.
    var others: ArraySlice<@Sendable () -> any ByteStream>
    var isSettled = false
    var isCancelled = false
    var failure: PlayerError?
    /// The first byte, until it is read.
    var first: UInt8?
  }

  private let state: Locked<State>

  init(_ first: any ByteStream, others: [@Sendable () -> any ByteStream]) {
    state = Locked(State(stream: first, others: others[...]))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let stream = try settled()
    guard !buffer.isEmpty else { return 0 }
    let first = state.withLock { state in
      defer { state.first = nil }
      return state.first
    }
    guard let first else { return try stream.read(into: buffer) }
    buffer[0] = first
    return 1
  }

  func seek(to offset: Int64) throws(PlayerError) {
    let stream = try settled()
    if offset == 0, state.withLock({ $0.first != nil }) { return }
    state.withLock { $0.first = nil }
    try stream.seek(to: offset)
  }

  var isSeekable: Bool { (try? settled())?.isSeekable ?? false }
  var size: Int64? { (try? settled())?.size }

  func cancel() {
    let stream = state.withLock { state in
      state.isCancelled = true
      return state.stream
    }
    stream.cancel()
  }

  func close() { current.close() }

  func takeMetadata() -> StreamMetadata? { (current as? any TitledStream)?.takeMetadata() }
  var isLive: Bool { (current as? any TitledStream)?.isLive ?? false }
  var timeline: StreamTimeline? { (current as? any TimedStream)?.timeline }
  func takeJump() -> Duration? { (current as? any TimedStream)?.takeJump() }

  private var current: any ByteStream { state.withLock(\.stream) }

  /// Tries the sources in turn, if nobody did yet. What turns out to be a list is no failure that
  /// another source could mend.
  private func settled() throws(PlayerError) -> any ByteStream {
    let (isSettled, failure, known) = state.withLock { ($0.isSettled, $0.failure, $0.stream) }
    if let failure { throw failure }
    if isSettled { return known }
    var stream = known
    while true {
      var first: [UInt8] = [0]
      do throws(PlayerError) {
        let count = try stream.read(into: &first)
        state.withLock { state in
          state.isSettled = true
          state.first = count > 0 ? first[0] : nil
        }
        return stream
      } catch {
        guard error.expansion == nil, let next = turnToNext() else {
          state.withLock { $0.failure = error }
          throw error
        }
        stream = next
      }
    }
  }

  private func turnToNext() -> (any ByteStream)? {
    let make = state.withLock { $0.isCancelled ? nil : $0.others.popFirst() }
    // Opened under no lock.
    guard let stream = make?() else { return nil }
    let (old, isCancelled) = state.withLock { state in
      defer { state.stream = stream }
      return (state.stream, state.isCancelled)
    }
    old.close()
    if isCancelled { stream.cancel() }
    return stream
  }
}

/// Opens the first of several sources that can be read.
struct AlternativesSource: ByteSource {
  private let first: any ByteSource
  private let others: [@Sendable () -> any ByteStream]

  /// - Parameter open: opens one of them; the others only where those before can't be read.
  init(_ source: MediaSource, open: @escaping @Sendable (MediaSource) -> any ByteSource) {
    var own = source
    own.alternatives = []
    first = open(own)
    others = source.alternatives.map { other in { open(other).makeStream() } }
  }

  func makeStream() -> any ByteStream {
    AlternativesStream(first.makeStream(), others: others)
  }
}
