import Foundation

/// One browser's connection: a request is read, answered once, and the connection ends.
struct LoopbackConnection {
  enum Step {
    /// Wait for more of the request, or for what the other side does at the end.
    case reading
    /// Wait until the other side takes more.
    case writing
    case ended
  }

  private enum Phase {
    case request([UInt8])
    case answer(Data)
    /// All is said. Closing now, with bytes unread, could take the answer away from the browser.
    case draining
  }

  /// Far above any redirect; a browser's head has some kilobytes of cookies at most.
  private static let longestHead = 32 << 10

  let socket: LoopbackSocket
  let end: ContinuousClock.Instant
  private var phase = Phase.request([])

  init(_ socket: LoopbackSocket, end: ContinuousClock.Instant) {
    self.socket = socket
    self.end = end
  }

  /// Whether it waits to be able to write.
  var isWriting: Bool {
    switch phase {
    case .answer: true
    case .request, .draining: false
    }
  }

  /// Goes on as far as it can.
  ///
  /// - Parameter answer: Answers a request by its first line.
  mutating func proceed(_ answer: (String) -> Data) -> Step {
    while true {
      switch phase {
      case .request(let head):
        switch socket.read() {
        case .nothingYet: return .reading
        case .ended: return .ended
        case .bytes(let bytes): take(head + bytes, answer)
        }
      case .answer(let data):
        guard !data.isEmpty else {
          socket.endWriting()
          phase = .draining
          continue
        }
        guard let count = socket.write(data) else { return .ended }
        guard count > 0 else { return .writing }
        phase = .answer(Data(data.dropFirst(count)))
      case .draining:
        switch socket.read() {
        case .nothingYet: return .reading
        case .ended: return .ended
        // Who goes on sending is heard in turn with the others, and until the time is up.
        case .bytes: return .reading
        }
      }
    }
  }

  private mutating func take(_ head: [UInt8], _ answer: (String) -> Data) {
    let isWhole = head.firstRange(of: Array("\r\n\r\n".utf8)) != nil
    guard isWhole || head.count > Self.longestHead else {
      phase = .request(head)
      return
    }
    let line = isWhole ? head.prefix { $0 != UInt8(ascii: "\r") } : []
    phase = .answer(answer(String(decoding: line, as: UTF8.self)))
  }
}
