/// The answer to a command, without its final line.
enum MPDAnswer: Sendable {
  /// Complete lines.
  case lines(MPDResponse)
  /// Lines that are made while the client reads, so that a million entries are never in memory at
  /// once.
  case parts(any MPDParts)

  static let nothing = MPDAnswer.lines(MPDResponse())
}

/// An answer made part by part.
protocol MPDParts: Sendable {
  /// Adds a part, such as some entries or the matches among them. Returns whether more may follow.
  mutating func write(into response: inout MPDResponse) -> Bool
}

/// The pending output for a client. Only a small part of it exists as bytes.
struct MPDOutput {
  private enum Piece {
    case bytes([UInt8])
    case parts(any MPDParts)
  }

  /// The maximum number of pending bytes before more parts are made.
  static let mark = 64 << 10

  private var pieces: [Piece] = []
  private var ready: [UInt8] = []
  private var sent = 0

  /// Whether enough output was sent to run the next command.
  var isLow: Bool { pieces.isEmpty && ready.count - sent < Self.mark }

  var isEmpty: Bool { pieces.isEmpty && ready.count == sent }

  mutating func add(_ answer: MPDAnswer) {
    switch answer {
    case .lines(let response): add(response.bytes)
    case .parts(let parts): pieces.append(.parts(parts))
    }
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  private mutating func add(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    if pieces.isEmpty { ready += bytes } else { pieces.append(.bytes(bytes)) }
  }

  /// Returns the bytes to send now. Makes at most one part: if the result is empty and ``isEmpty``
  /// is false, the next call makes the next part.
  mutating func pending() -> ArraySlice<UInt8> {
    if sent == ready.count {
      ready.removeAll(keepingCapacity: sent <= 2 * Self.mark)
      sent = 0
    }
    while ready.count - sent < Self.mark, case .bytes(let bytes)? = pieces.first {
      pieces.removeFirst()
      ready += bytes
    }
    if ready.count - sent < Self.mark, case .parts(let parts)? = pieces.first { make(parts) }
    return ready[sent...]
  }

  /// Removes this many sent bytes.
  mutating func advance(by count: Int) {
    sent += count
  }

  private mutating func make(_ parts: any MPDParts) {
    var parts = parts
    var response = MPDResponse()
    if parts.write(into: &response) {
      pieces[0] = .parts(parts)
    } else {
      pieces.removeFirst()
    }
    ready += response.bytes
  }
}
