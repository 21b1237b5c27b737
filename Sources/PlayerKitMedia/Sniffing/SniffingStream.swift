import PlayerKit
import PlayerKitSystem

/// A stream that distinguishes media from lists by the first bytes, on first use.
///
/// For media, it passes on all bytes of the inner stream, with the format of a WAV file repaired.
/// If the content leads to other resources, another stream may be read instead.
///
/// Serial, as ``ByteStream`` requires; only ``cancel()``, ``isLive`` and properties that do not
/// read may be used from other threads.
package final class SniffingStream: ForwardingStream {
  /// Handles content other than media, with its first bytes and the stream of the rest. If it
  /// returns a new stream, this is read instead and the old one is closed. If it returns `nil`, the
  /// bytes pass unchanged.
  package typealias Follower =
    @Sendable (SniffedContent, _ head: [UInt8], _ rest: any ByteStream) throws(PlayerError)
    -> (any ByteStream)?

  private struct State {
    var stream: any ByteStream
    var isSniffed = false
    var isCancelled = false
    /// The first bytes, as long as ``stream`` is the one that they came from.
    var head: [UInt8] = []
    /// The offsets of the reader and of the inner stream.
    var offset: Int64 = 0
    var innerOffset: Int64 = 0
    var failure: PlayerError?
  }

  /// Returns an error if the first bytes are not media but a service's error response; see
  /// ``MediaSource``.
  package typealias Refusal = @Sendable (_ head: [UInt8]) -> PlayerError?

  private let follow: Follower
  private let refusal: Refusal?
  private let longestLook: Duration
  private let state: Locked<State>

  /// - Parameter longestLook: how long the first bytes may take to arrive, counted from the first
  ///   of them. After that, the bytes so far decide.
  package init(
    _ stream: any ByteStream,
    longestLook: Duration = .seconds(30),
    refusal: Refusal? = nil,
    follow: @escaping Follower
  ) {
    self.follow = follow
    self.refusal = refusal
    self.longestLook = longestLook
    state = Locked(State(stream: stream))
  }

  // MARK: ByteStream

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    let stream = try sniffed()
    let (copied, seekFirst, offset) = state.withLock { state -> (Int?, Bool, Int64) in
      guard state.offset < Int64(state.head.count) else {
        return (nil, state.innerOffset != state.offset, state.offset)
      }
      let count = min(state.head.count - Int(state.offset), buffer.count)
      buffer.copyBytes(from: state.head[Int(state.offset)...].prefix(count))
      state.offset += Int64(count)
      return (count, false, state.offset)
    }
    if let copied { return copied }
    if seekFirst { try stream.seek(to: offset) }
    let count = try stream.read(into: buffer)
    state.withLock { state in
      state.offset = offset + Int64(count)
      state.innerOffset = state.offset
    }
    return count
  }

  package func seek(to offset: Int64) throws(PlayerError) {
    let stream = try sniffed()
    let isInHead = state.withLock { state in
      guard offset >= 0, offset <= Int64(state.head.count) else { return false }
      state.offset = offset
      return true
    }
    if isInHead { return }
    try stream.seek(to: offset)
    state.withLock { state in
      state.offset = max(offset, 0)
      state.innerOffset = state.offset
    }
  }

  package var isSeekable: Bool { (try? sniffed())?.isSeekable ?? false }

  package var size: Int64? { (try? sniffed())?.size }

  package func cancel() {
    let stream = state.withLock { state in
      state.isCancelled = true
      return state.stream
    }
    stream.cancel()
  }

  // MARK: Sniffing

  /// The current stream. It is final after the first bytes.
  package var current: any ByteStream { state.withLock(\.stream) }

  /// Reads the first bytes on the first call.
  ///
  /// - Returns: the stream to read.
  private func sniffed() throws(PlayerError) -> any ByteStream {
    let (stream, isSniffed, failure) = state.withLock { ($0.stream, $0.isSniffed, $0.failure) }
    if let failure { throw failure }
    if isSniffed { return stream }
    do throws(PlayerError) {
      let (content, head) = try sniff(stream)
      if let error = refusal?(head) { throw error }
      let other = content == .media ? nil : try follow(content, head, stream)
      return turn(to: other, from: stream, head)
    } catch {
      state.withLock { state in
        (state.isSniffed, state.failure) = (true, error)
      }
      throw error
    }
  }

  private func sniff(_ stream: any ByteStream) throws(PlayerError) -> (SniffedContent, [UInt8]) {
    var head: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: SniffedContent.enough)
    var end: SuspendingClock.Instant?
    while true {
      let count = try stream.read(into: &piece)
      head += piece.prefix(count)
      let due = end ?? .now + longestLook
      end = due
      let named = (stream as? any LocatedStream)?.origin?.namedList
      let isAll = count == 0 || .now >= due
      if let content = SniffedContent(head, isAll: isAll, named: named) { return (content, head) }
    }
  }

  private func turn(
    to other: (any ByteStream)?,
    from stream: any ByteStream,
    _ head: [UInt8]
  ) -> any ByteStream {
    let isCancelled = state.withLock { state in
      state.isSniffed = true
      if let other {
        state.stream = other
      } else {
        state.head = WAVRepair.repaired(head: head)
        state.innerOffset = Int64(head.count)
      }
      return state.isCancelled
    }
    guard let other else { return stream }
    if isCancelled { other.cancel() }
    stream.close()
    return other
  }
}

extension SniffingStream: BranchingStream {
  private var branching: (any BranchingStream)? { current as? any BranchingStream }

  package func hasReceived(until end: Int64) -> Bool {
    branching?.hasReceived(until: end) ?? false
  }

  package func branch(_ limits: HTTPReader.Limits) -> (any ByteStream)? {
    branching?.branch(limits)
  }

  package var hasChanged: Bool { branching?.hasChanged ?? false }
  package func beginExamining() { branching?.beginExamining() }
  package func endExamining(isKept: Bool) { branching?.endExamining(isKept: isKept) }
}

extension SniffingStream: LocatedStream {
  package var origin: StreamOrigin? { (current as? any LocatedStream)?.origin }
  package func leaveNothing() { (current as? any LocatedStream)?.leaveNothing() }
}

/// Opens streams that detect their content. Keeps and costs the same as the inner source.
package struct SniffingSource<Inner: ByteSource>: ByteSource {
  let inner: Inner
  let longestLook: Duration
  let refusal: SniffingStream.Refusal?
  let follow: SniffingStream.Follower

  package init(
    _ inner: Inner,
    longestLook: Duration = .seconds(30),
    refusal: SniffingStream.Refusal? = nil,
    follow: @escaping SniffingStream.Follower
  ) {
    self.inner = inner
    self.longestLook = longestLook
    self.refusal = refusal
    self.follow = follow
  }

  package func makeStream() -> any ByteStream {
    SniffingStream(
      inner.makeStream(),
      longestLook: longestLook,
      refusal: refusal,
      follow: follow
    )
  }
}

extension SniffingSource: LocalByteSource where Inner: LocalByteSource {}

extension SniffingSource: RetainingByteSource where Inner: RetainingByteSource {
  package var bytesAtHand: Int64? { inner.bytesAtHand }
}
