/// Counts all frames of an MPEG or ADTS stream and skips other bytes. Pure.
package struct MPEGFrameScan: Sendable {
  private enum Kind: Sendable {
    /// All frames resemble the first one.
    case mpeg(MPEGFrame)
    case adts(ADTSFrame)
  }

  private let kind: Kind
  /// The number of bytes that are needed to know a frame's length.
  private let headLength: Int
  package private(set) var count = 0
  /// The remaining bytes of the current frame.
  private var left = 0
  /// The start of an incomplete header.
  private var carry: [UInt8] = []
  private var isInStep = true
  /// Whether a frame was found among other bytes. It counts if another one follows.
  private var isPending = false

  package init(like frame: MPEGFrame) { (kind, headLength) = (.mpeg(frame), 4) }

  package init(like frame: ADTSFrame) {
    (kind, headLength) = (.adts(frame), ADTSFrame.headerLength)
  }

  /// Reads the next bytes.
  package mutating func consume(_ piece: UnsafeRawBufferPointer) {
    var place = 0
    while !carry.isEmpty {
      // A header over the edge of two pieces.
      let head = carry + piece.prefix(headLength - carry.count)
      guard head.count == headLength else { return carry = head }
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
      guard place + headLength <= piece.count else { return carry = Array(piece[place...]) }
      let length = take(piece, at: place)
      if length > 1 { left = length } else { place += 1 }
    }
  }

  /// - Returns: the length of the frame that starts here; 1 if there is none.
  private mutating func take(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    guard bytes[place] == 0xFF, bytes[place + 1] & 0xE0 == 0xE0, let length = length(bytes, place)
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
    return length
  }

  private func length(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int? {
    switch kind {
    case .mpeg(let frame):
      bytes.uint32(at: place).flatMap { MPEGFrame(header: $0) }
        .flatMap { $0.isLike(frame) ? $0.length : nil }
    case .adts(let frame):
      ADTSFrame.usual(Array(bytes[place..<place + headLength]), at: 0)
        .flatMap { $0.sampleRate == frame.sampleRate ? $0.length : nil }
    }
  }
}
