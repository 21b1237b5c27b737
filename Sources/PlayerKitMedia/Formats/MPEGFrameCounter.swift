/// Counts the frames of an MP3 in the bytes that libmpv reads anyway, from the first on, and
/// records the offsets of some of them. Pure; requests no bytes itself.
///
/// Bytes out of order are skipped. If no frame follows the previous one, counting ends for good.
package struct MPEGFrameCounter: Sendable {
  /// The position of a frame.
  package struct Mark: Sendable, Equatable {
    package let offset: Int64
    /// The number of audio frames before it.
    package let frame: Int
  }

  /// The initial distance between marks; it doubles if there are too many. The maximum covers more
  /// than an hour at 128 kbit/s.
  private static let firstSpacing: Int64 = 16 << 10
  package static let maximumMarks = 4_096

  package private(set) var beginning: MP3Beginning?
  /// The end of the media that the stream header states; `nil` if none.
  package private(set) var statedEnd: Int64?
  package private(set) var marks: [Mark] = []
  /// The number of audio frames read.
  package private(set) var count = 0
  package private(set) var isOver = false

  private var spacing = firstSpacing
  /// The start of the next frame, and the part of its head received so far.
  private var start: Int64 = 0
  private var head: [UInt8] = []

  package init() {}

  /// The offset of the bytes needed next.
  package var wanted: Int64 { start + Int64(head.count) }

  /// Returns the last mark up to a frame.
  package func mark(upTo frame: Int) -> Mark? {
    marks.last { $0.frame <= frame }
  }

  /// Reads bytes at `offset` of the file.
  package mutating func consume(_ piece: UnsafeRawBufferPointer, at offset: Int64) {
    while !isOver {
      let length = headLength
      if head.count < length {
        let distance = wanted - offset
        guard distance >= 0, distance < Int64(piece.count) else { return }
        let rest = UnsafeRawBufferPointer(rebasing: piece[Int(distance)...])
        if head.isEmpty, rest.count >= length {
          pass(rest)
          continue
        }
        head.append(contentsOf: rest.prefix(length - head.count))
        guard head.count >= length else { return }
      }
      let known = head
      let passed = known.withUnsafeBytes { pass($0) }
      head.removeFirst(min(passed, head.count))
    }
  }

  /// How many bytes of the next frame are needed; for a first frame, enough for a stream header.
  private var headLength: Int {
    guard let beginning else { return MP3Beginning.headLength }
    return beginning.isKnown ? 4 : MP3Beginning.frameLength
  }

  /// Consumes the tag or frame at the start.
  ///
  /// - Returns: its length.
  @discardableResult
  private mutating func pass(_ bytes: UnsafeRawBufferPointer) -> Int {
    if beginning == nil, let tag = ID3TagHeader(bytes) {
      start += tag.tagLength
      return Int(tag.tagLength)
    }
    let header = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
    guard let frame = MPEGFrame(header: header), frame.layer == 3,
      beginning?.frame.isLike(frame) ?? true
    else {
      isOver = true
      head = []
      return 0
    }
    var isAudio = true
    if var beginning {
      beginning.consume(frame, bytes)
      self.beginning = beginning
    } else {
      let beginning = MP3Beginning(frame, bytes)
      isAudio = beginning.header == nil
      statedEnd = beginning.header?.bytes.map { start + Int64($0) }
      self.beginning = beginning
    }
    if isAudio {
      if marks.last.map({ start - $0.offset >= spacing }) ?? true { mark() }
      count += 1
    }
    start += Int64(frame.length)
    return frame.length
  }

  private mutating func mark() {
    marks.append(Mark(offset: start, frame: count))
    guard marks.count > Self.maximumMarks else { return }
    spacing *= 2
    marks = marks.indices.filter { $0.isMultiple(of: 2) }.map { marks[$0] }
  }
}
