/// Bytes that wait until a peer takes them. Pure.
package struct WriteQueue: Sendable {
  /// The maximum number of waiting bytes.
  package let limit: Int
  private var bytes: [UInt8] = []
  /// The number of bytes at the beginning that were already sent.
  private var sent = 0

  package init(limit: Int) { self.limit = limit }

  package var count: Int { bytes.count - sent }
  package var isEmpty: Bool { count == 0 }

  /// Adds a message.
  ///
  /// - Returns: `false` if the whole message does not fit. Then nothing is added.
  package mutating func add(_ message: some Collection<UInt8>) -> Bool {
    guard message.count <= limit - count else { return false }
    // Moves the rest only after most was sent, so that many small writes take linear time.
    if sent > bytes.count / 2 {
      bytes.removeFirst(sent)
      sent = 0
    }
    bytes += message
    return true
  }

  /// Passes the waiting bytes to `write`, which returns how many it took.
  package mutating func send(_ write: (UnsafeRawBufferPointer) -> Int) {
    guard !isEmpty else { return }
    let count = bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
    sent += min(max(count, 0), self.count)
    if isEmpty { (bytes, sent) = ([], 0) }
  }
}
