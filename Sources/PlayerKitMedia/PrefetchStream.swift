import PlayerKit
import PlayerKitSystem

/// How likely libmpv can play a source, judged by its first bytes.
package enum Verdict: Sendable, Equatable {
  /// They start a format that libmpv is known to play.
  case recognized
  /// They are readable, but only libmpv can tell whether it can play them.
  case unknown
  /// They can't be read.
  case failed(PlayerError)
}

/// A stream whose first bytes are read before libmpv asks for them.
///
/// `@unchecked Sendable`: `state` is only accessed with `condition` locked. The inner stream is
/// used by one thread at a time, as it requires: by ``examine()`` until it is done, for which
/// libmpv's methods wait, then by libmpv.
package final class PrefetchStream: ForwardingStream, @unchecked Sendable {
  private struct State {
    var head: [UInt8] = []
    var failure: PlayerError?
    var isSeekable = false
    var isExamining = true
    var isCancelled = false
    var isClosed = false
    /// The offsets of the reader and of the inner stream.
    var offset: Int64 = 0
    var innerOffset: Int64 = 0
  }

  private enum Step {
    case copied(Int)
    case readOn(seekFirst: Bool, from: Int64)
    case failed(PlayerError)
  }

  private static let headLength = 4_096

  package var current: any ByteStream { stream }
  private let readsIndex: Bool
  private let stream: any ByteStream
  private let condition = Condition()
  private var state = State()

  /// - Parameter readsIndex: whether to read the index ahead if it is at the end of the media.
  package init(_ stream: any ByteStream, readsIndex: Bool = false) {
    self.stream = stream
    self.readsIndex = readsIndex
  }

  /// Reads the first bytes and blocks until they are there. Call it once.
  package func examine() -> Verdict {
    let (head, failure) = readHead()
    var (offset, lacksIndex) = (Int64(head.count), false)
    if readsIndex { (offset, lacksIndex) = MP4IndexPrefetcher.read(from: stream, head) }
    // May block, as reading does.
    let isSeekable = failure == nil && stream.isSeekable
    let isClosed = condition.withLock {
      state.isSeekable = isSeekable
      state.head = head
      state.failure = failure
      state.innerOffset = offset
      state.isExamining = false
      condition.broadcast()
      return state.isClosed
    }
    if isClosed { stream.close() }
    if let failure { return .failed(failure) }
    return AudioSignature.isKnown(head) && !lacksIndex ? .recognized : .unknown
  }

  private func readHead() -> ([UInt8], PlayerError?) {
    var head = [UInt8](repeating: 0, count: Self.headLength)
    var count = 0
    var failure: PlayerError?
    head.withUnsafeMutableBytes { buffer in
      do throws(PlayerError) {
        while count < AudioSignature.enough {
          let read = try stream.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
          )
          if read <= 0 { break }
          count += read
        }
        if count == 0 { failure = Self.empty }
      } catch {
        failure = error
      }
    }
    return (Array(head.prefix(count)), failure)
  }

  // MARK: ByteStream

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    switch examined({ take(into: buffer, &$0) }) {
    case nil:
      throw Self.cancelled
    case .copied(let count):
      return count
    case .failed(let error):
      throw error
    case .readOn(let seekFirst, let offset):
      if seekFirst { try stream.seek(to: offset) }
      let count = try stream.read(into: buffer)
      condition.withLock {
        state.offset = offset + Int64(count)
        state.innerOffset = state.offset
      }
      return count
    }
  }

  package func seek(to offset: Int64) throws(PlayerError) {
    let isInHead = examined { state in
      guard offset >= 0, offset <= state.head.count else { return false }
      state.offset = offset
      return true
    }
    guard let isInHead else { throw Self.cancelled }
    if isInHead { return }
    try stream.seek(to: offset)
    condition.withLock {
      state.offset = max(offset, 0)
      state.innerOffset = state.offset
    }
  }

  package var isSeekable: Bool { examined(\.isSeekable) == true }

  package var size: Int64? { examined { _ in true } == true ? stream.size : nil }

  package func cancel() {
    condition.withLock {
      state.isCancelled = true
      condition.broadcast()
    }
    stream.cancel()
  }

  package func close() {
    let isFree = condition.withLock {
      defer { state.isClosed = true }
      return !state.isExamining && !state.isClosed
    }
    if isFree { stream.close() }
  }

  /// Returns the result of `body` once the first bytes are there; `nil` if the stream is cancelled
  /// before.
  private func examined<Value>(_ body: (inout State) -> Value) -> Value? {
    condition.withLock {
      while state.isExamining && !state.isCancelled { condition.wait() }
      return state.isExamining ? nil : body(&state)
    }
  }

  private func take(into buffer: UnsafeMutableRawBufferPointer, _ state: inout State) -> Step {
    if state.offset < state.head.count {
      let count = min(state.head.count - Int(state.offset), buffer.count)
      buffer.copyBytes(from: state.head[Int(state.offset)...].prefix(count))
      state.offset += Int64(count)
      return .copied(count)
    }
    if let failure = state.failure { return .failed(failure) }
    return .readOn(seekFirst: state.innerOffset != state.offset, from: state.offset)
  }

  private static let empty = PlayerError(.unsupportedFormat, "The media is empty.")
  private static let cancelled = PlayerError(.interrupted, "The stream was cancelled.")
}
