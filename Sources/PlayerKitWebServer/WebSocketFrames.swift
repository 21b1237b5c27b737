import Foundation

/// The reason for closing a WebSocket.
package enum WebSocketClose: UInt16, Error, Sendable, Equatable {
  case normal = 1000
  case goingAway = 1001
  /// The data violates the protocol.
  case malformed = 1002
  /// The data is binary, but text is expected.
  case unsupported = 1003
  /// The text is not UTF-8.
  case notText = 1007
  /// The messages are not valid requests.
  case policy = 1008
  case tooLarge = 1009
  /// The page reads more slowly than it sends requests.
  case tooSlow = 1013
  /// The first message or its credential is missing or wrong.
  case refused = 4001
  /// The page speaks another version of the protocol.
  case outdated = 4002
  /// A newer document of the same page has connected.
  case superseded = 4003
  /// The server ends.
  case ended = 4004
  /// The page did not answer in time.
  case unresponsive = 4008
  /// Too many pages are open.
  case crowded = 4009
}

/// Decodes the frames of a WebSocket (RFC 6455) from a browser.
///
/// It holds at most one message and one frame header, regardless of the length that a frame
/// declares.
package struct WebSocketDecoder: Sendable {
  package enum Event: Sendable, Equatable {
    case text(Data)
    case ping(Data)
    case closed
  }

  private enum Opcode: UInt8 {
    case continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10
  }

  private struct Head {
    var isLast: Bool
    var opcode: Opcode
    var length: Int
    var mask: [UInt8]
    var size: Int
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The received parts of a message. `nil` if there is none in progress.
  private var message: Data?

  /// - Parameter limit: The maximum size of a message in bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds bytes and returns the completed events.
  ///
  /// - Throws: The reason for closing the connection. Don't call this again after an error.
  package mutating func feed(_ new: [UInt8]) throws(WebSocketClose) -> [Event] {
    bytes += new
    var events: [Event] = []
    while let head = try head() {
      guard bytes.count >= head.size + head.length else { break }
      var payload = Data(bytes[head.size..<head.size + head.length])
      for index in payload.indices { payload[index] ^= head.mask[(index - payload.startIndex) & 3] }
      bytes.removeFirst(head.size + head.length)
      if let event = try take(head, payload) { events.append(event) }
    }
    return events
  }

  /// Parses the header of the first frame. `nil` if it is incomplete.
  private func head() throws(WebSocketClose) -> Head? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0, bytes[1] & 0x80 != 0,
      let opcode = Opcode(rawValue: bytes[0] & 0x0F)
    else { throw .malformed }
    let isLast = bytes[0] & 0x80 != 0
    let short = Int(bytes[1] & 0x7F)
    let extra = short == 126 ? 2 : short == 127 ? 8 : 0
    if opcode.rawValue >= Opcode.close.rawValue, !isLast || short > 125 { throw .malformed }
    guard bytes.count >= 2 + extra else { return nil }
    let length = bytes[2..<2 + extra].reduce(UInt64(extra == 0 ? short : 0)) {
      $0 << 8 | UInt64($1)
    }
    guard length <= UInt64(limit - (opcode == .continuation ? message?.count ?? 0 : 0)) else {
      throw .tooLarge
    }
    guard bytes.count >= 6 + extra else { return nil }
    return Head(
      isLast: isLast,
      opcode: opcode,
      length: Int(length),
      mask: Array(bytes[2 + extra..<6 + extra]),
      size: 6 + extra
    )
  }

  private mutating func take(_ head: Head, _ payload: Data) throws(WebSocketClose) -> Event? {
    switch head.opcode {
    case .binary: throw .unsupported
    case .close: return .closed
    case .ping: return .ping(payload)
    case .pong: return nil
    case .text:
      guard message == nil else { throw .malformed }
      message = payload
    case .continuation:
      guard message != nil else { throw .malformed }
      message?.append(payload)
    }
    guard head.isLast, let whole = message else { return nil }
    message = nil
    guard String(validating: whole, as: UTF8.self) != nil else { throw .notText }
    return .text(whole)
  }
}

/// Encodes the frames of a server: whole messages, unmasked.
package enum WebSocketEncoder {
  package static func text(_ payload: Data) -> Data { frame(1, payload) }

  package static func pong(_ payload: Data) -> Data { frame(10, payload.prefix(125)) }

  package static func close(_ reason: WebSocketClose) -> Data {
    frame(8, Data([UInt8(reason.rawValue >> 8), UInt8(reason.rawValue & 0xFF)]))
  }

  private static func frame(_ opcode: UInt8, _ payload: Data) -> Data {
    var frame = Data([0x80 | opcode])
    switch payload.count {
    case 0...125: frame.append(UInt8(payload.count))
    case 126...0xFFFF:
      frame.append(contentsOf: [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)])
    default:
      frame.append(127)
      frame.append(
        contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
      )
    }
    return frame + payload
  }
}
