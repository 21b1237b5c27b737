/// Counts the frames of an MP3 in the bytes that libmpv reads anyway, from the first on, and keeps
/// where some of them stand. Pure; asks for no byte itself.
///
/// What comes in another order than the file's is passed over; where no frame follows the one
/// before, counting is over for good.
package struct MPEGFrameCounter: Sendable {
  /// Where a frame stands.
  package struct Mark: Sendable, Equatable {
    package let offset: Int64
    /// How many frames of audio are before it.
    package let frame: Int
  }

  /// How far marks stand from each other, as long as there are not too many of them: these are over
  /// an hour at 128 kbit/s.
  private static let firstSpacing: Int64 = 16 << 10
  package static let mostMarks = 4_096

  package private(set) var beginning: MP3Beginning?
  /// Where the media ends, as the header of the stream tells it; `nil`: it doesn't.
  package private(set) var statedEnd: Int64?
  package private(set) var marks: [Mark] = []
  /// How many frames of audio passed.
  package private(set) var count = 0
  package private(set) var isOver = false

  private var spacing = firstSpacing
  /// Where the next frame begins, and what of its head is here, where that came in pieces.
  private var start: Int64 = 0
  private var head: [UInt8] = []

  package init() {}

  /// Where the bytes stand that are looked for next.
  package var wanted: Int64 { start + Int64(head.count) }

  /// The last mark up to a frame.
  package func mark(upTo frame: Int) -> Mark? {
    marks.last { $0.frame <= frame }
  }

  /// Reads bytes that stand at `offset` of the file.
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

  /// How much of what is next has to be here: of a first frame, what a header of the stream takes.
  private var headLength: Int {
    guard let beginning else { return MP3Beginning.headLength }
    return beginning.isKnown ? 4 : MP3Beginning.frameLength
  }

  /// Passes what begins here.
  ///
  /// - Returns: how long that is.
  @discardableResult
  private mutating func pass(_ bytes: UnsafeRawBufferPointer) -> Int {
    if beginning == nil, let length = DeclaredLength.tagLength(bytes) {
      start += Int64(length)
      return length
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
    guard marks.count > Self.mostMarks else { return }
    spacing *= 2
    marks = marks.indices.filter { $0.isMultiple(of: 2) }.map { marks[$0] }
  }
}
