/// Counts all frames of an MPEG stream and skips other bytes. Pure.
package struct MPEGFrameScan: Sendable {
  /// The first frame, which all others resemble.
  private let frame: MPEGFrame
  package private(set) var count = 0
  /// The remaining bytes of the current frame.
  private var left = 0
  /// The start of an incomplete header.
  private var carry: [UInt8] = []
  private var isInStep = true
  /// Whether a frame was found among other bytes. It counts if another one follows.
  private var isPending = false

  package init(like frame: MPEGFrame) { self.frame = frame }

  /// Reads the next bytes.
  package mutating func consume(_ piece: UnsafeRawBufferPointer) {
    var place = 0
    while !carry.isEmpty {
      // A header over the edge of two pieces.
      let head = carry + piece.prefix(4 - carry.count)
      guard head.count == 4 else { return carry = head }
      let length = head.withUnsafeBytes { take($0, at: 0) }
      if length > 1 {
        left = length - carry.count
        carry = []
      } else {
        carry.removeFirst()
      }
    }
    while place < piece.count {
      if left > 0 {
        let passed = min(left, piece.count - place)
        (left, place) = (left - passed, place + passed)
        continue
      }
      guard place + 4 <= piece.count else { return carry = Array(piece[place...]) }
      let length = take(piece, at: place)
      if length > 1 { left = length } else { place += 1 }
    }
  }

  /// - Returns: the length of the frame that starts here; 1 if there is none.
  private mutating func take(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    guard bytes[place] == 0xFF, bytes[place + 1] & 0xE0 == 0xE0,
      let found = bytes.uint32(at: place).flatMap({ MPEGFrame(header: $0) }), found.isLike(frame)
    else {
      (isInStep, isPending) = (false, false)
      return 1
    }
    if isInStep {
      count += 1
    } else if isPending {
      count += 2
      (isInStep, isPending) = (true, false)
    } else {
      isPending = true
    }
    return found.length
  }
}
