import Foundation
import PlayerKit

/// Bytes with a gate: only the first ones are available until it opens.
final class GatedBytes: ByteSource, Sendable {
  private let data: Data
  private let gate: Gate

  init(_ data: Data, openFor limit: Int) {
    self.data = data
    gate = Gate(limit: limit)
  }

  /// Releases the rest.
  func open() {
    gate.open()
  }

  func makeStream() -> any ByteStream {
    Stream(data: data, gate: gate)
  }

  /// The condition guards both fields.
  private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var limit: Int
    private var isCancelled = false

    init(limit: Int) {
      self.limit = limit
    }

    func open() {
      condition.withLock {
        limit = .max
        condition.broadcast()
      }
    }

    func cancel() {
      condition.withLock {
        isCancelled = true
        condition.broadcast()
      }
    }

    /// Waits until a byte at `offset` may pass. Returns how many may.
    func wait(at offset: Int) -> Int {
      condition.withLock {
        while offset >= limit && !isCancelled { condition.wait() }
        return isCancelled ? 0 : limit - offset
      }
    }
  }

  /// Read by one thread at a time, as by engines. The gate has its own lock.
  private final class Stream: ByteStream, @unchecked Sendable {
    private let data: Data
    private let gate: Gate
    private var offset = 0

    init(data: Data, gate: Gate) {
      self.data = data
      self.gate = gate
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
      let rest = data.count - offset
      guard rest > 0 else { return 0 }
      let count = min(rest, buffer.count, gate.wait(at: offset))
      data.copyBytes(to: buffer, from: offset..<offset + count)
      offset += count
      return count
    }

    func seek(to offset: Int64) throws(PlayerError) {
      self.offset = Int(offset)
    }

    var isSeekable: Bool { true }
    var size: Int64? { Int64(data.count) }
    func cancel() { gate.cancel() }
    func close() {}
  }
}
