import PlayerKitSystem
import TestSupport
import Testing

@Suite("Lines and waiting bytes of sockets", .tags(.pure))
struct LineBufferTests {
  @Test("lines are assembled from any pieces, and one that is too long is refused")
  func lines() {
    var buffer = LineBuffer(limit: 8)
    #expect(buffer.lines(adding: Array("ab".utf8)) == [])
    #expect(
      buffer.lines(adding: Array("c\r\n\r\n\nd\ne".utf8)) == [Array("abc".utf8), Array("d".utf8)]
    )
    #expect(buffer.lines(adding: Array("1234567\n".utf8)) == [Array("e1234567".utf8)])
    #expect(buffer.lines(adding: Array("123456789".utf8)) == nil)
  }

  /// Sends at most `count` bytes, and returns them.
  private func send(_ queue: inout WriteQueue, atMost count: Int) -> [UInt8] {
    var sent: [UInt8] = []
    queue.send { bytes in
      sent = Array(bytes.prefix(count))
      return sent.count
    }
    return sent
  }

  @Test("bytes leave a queue in their order, however few are taken at a time")
  func order() {
    var queue = WriteQueue(limit: 10)
    var sent: [UInt8] = []
    for number in 0..<100 {
      let byte = UInt8(number)
      #expect(queue.add([byte, byte]) == true)
      sent += send(&queue, atMost: 1)
      if queue.count > 8 { while !queue.isEmpty { sent += send(&queue, atMost: 3) } }
    }
    while !queue.isEmpty { sent += send(&queue, atMost: 3) }
    #expect(sent == (0..<100).flatMap { [UInt8($0), UInt8($0)] })
  }

  @Test("a queue takes a whole message or nothing, and has room again after sending")
  func limit() {
    var queue = WriteQueue(limit: 4)
    #expect(queue.add([1, 2, 3]) == true)
    #expect(queue.add([4, 5]) == false)
    #expect(queue.count == 3)
    #expect(send(&queue, atMost: 2) == [1, 2])
    #expect(queue.add([4, 5, 6]) == true)
    #expect(queue.add([7]) == false)
    #expect(send(&queue, atMost: 9) == [3, 4, 5, 6])
    #expect(queue.isEmpty)
  }

  @Test("a queue survives a writer that takes nothing, or claims too much")
  func wrongCounts() {
    var queue = WriteQueue(limit: 4)
    queue.send { _ in 1 }
    #expect(queue.add([1, 2]) == true)
    queue.send { _ in -1 }
    #expect(queue.count == 2)
    queue.send { _ in 99 }
    #expect(queue.isEmpty)
    #expect(queue.add([1, 2, 3, 4]) == true)
  }

  @Test("a timeout is rounded up and kept within the system's limits")
  func timeouts() {
    #expect(Descriptor.milliseconds(.seconds(-1)) == 0)
    #expect(Descriptor.milliseconds(.zero) == 0)
    #expect(Descriptor.milliseconds(.nanoseconds(1)) == 1)
    #expect(Descriptor.milliseconds(.milliseconds(20)) >= 20)
    #expect(Descriptor.milliseconds(.seconds(Int64.max)) >= 1_000_000_000)
  }
}
