/// What a command answers, without the line that ends it.
enum MPDAnswer: Sendable {
  /// Lines that are made already.
  case lines(MPDResponse)
  /// Lines that are made while the client reads, so that those of a million entries are never there at
  /// once.
  case parts(any MPDParts)

  static let nothing = MPDAnswer.lines(MPDResponse())
}

/// An answer made part by part.
protocol MPDParts: Sendable {
  /// Adds a part: some entries, or what was found among some. Returns whether more may follow.
  mutating func write(into response: inout MPDResponse) -> Bool
}

/// What is still to be sent to a client: little of it as bytes.
struct MPDOutput {
  private enum Piece {
    case bytes([UInt8])
    case parts(any MPDParts)
  }

  /// No more is made as long as so much waits.
  static let mark = 64 << 10

  private var pieces: [Piece] = []
  private var ready: [UInt8] = []
  private var sent = 0

  /// Whether the client has got so much of what came before that the next command may be run.
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

  /// The bytes to send now. Makes one part at most: if the bytes are empty and ``isEmpty`` is false, the next
  /// call makes the next part.
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

  /// So many of the pending bytes are gone.
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
