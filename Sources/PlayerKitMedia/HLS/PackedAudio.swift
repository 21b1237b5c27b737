/// Audio that consists only of frames: ADTS or MPEG audio.
///
/// All frames have the same number of samples, so a frame's start is known sample-exactly, even
/// from a coarse clock.
struct PackedAudio: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case adts
    case mpeg
    /// Frames that are not counted, such as AC-3.
    case other
  }

  var kind: Kind
  /// The number of frames and the duration of one, in seconds; 0 if unknown.
  var count = 0
  var frameLength = 0.0

  /// The duration of all frames in seconds; `nil` if they can't be counted.
  var duration: Double? { count > 0 ? Double(count) * frameLength : nil }

  /// The maximum offset of the first frame, if the bytes start within one.
  private static let maximumSkipped = 8_192

  /// Counts frames.
  ///
  /// - Parameter kind: the kind of the frames, if known. If not, they must be verified, since other
  ///   bytes may look like the start of a frame.
  init(_ bytes: [UInt8], kind known: Kind? = nil) {
    kind = known ?? .other
    if known == .other || bytes.starts(with: Self.beginningOfAC3) { return }
    for offset in 0..<min(bytes.count, Self.maximumSkipped) {
      guard bytes[offset] == 0xFF, let first = Frame(bytes, at: offset),
        first.kind == known ?? first.kind,
        offset + first.length >= bytes.count
          ? known != nil || offset == 0
          : Frame(bytes, at: offset + first.length)?.isLike(first) == true
      else { continue }
      kind = first.kind
      frameLength = first.duration
      count(bytes, from: offset, like: first)
      return
    }
  }

  private static let beginningOfAC3: [UInt8] = [0x0B, 0x77]

  private mutating func count(_ bytes: [UInt8], from start: Int, like first: Frame) {
    var offset = start
    while let frame = Frame(bytes, at: offset), frame.isLike(first) {
      count += 1
      offset += frame.length
    }
  }

  /// Returns the length of the stream header (Xing, Info, VBRI) before MPEG audio. The header of
  /// one part does not apply to the whole stream.
  static func headerLength(_ bytes: [UInt8]) -> Int {
    guard let frame = MPEGFrame(bytes, at: 0), frame.layer == 3, bytes.count > frame.length,
      XingHeader(frame, bytes) != nil || bytes.has("VBRI", at: 36)
    else { return 0 }
    return frame.length
  }

  /// Returns the encoder's and the decoder's delay before MPEG audio, in seconds, as LAME's header
  /// states it; 0 if there is no such header.
  static func delay(_ bytes: [UInt8]) -> Double {
    guard let frame = MPEGFrame(bytes, at: 0),
      let header = bytes.withUnsafeBytes({ MP3Beginning(frame, $0).header }), header.delay > 0
    else { return 0 }
    return Double(header.delay + MP3Beginning.decoderDelay) / Double(frame.sampleRate)
  }

  private struct Frame {
    var kind: Kind
    var length: Int
    var duration: Double
    /// The header bits that all frames of a stream share.
    var mark: UInt16

    func isLike(_ other: Frame) -> Bool { kind == other.kind && mark == other.mark }

    init?(_ bytes: [UInt8], at offset: Int) {
      if let frame = MPEGFrame(bytes, at: offset) {
        self.kind = .mpeg
        length = frame.length
        duration = Double(frame.samples) / Double(frame.sampleRate)
        // Without bit rate and padding.
        mark = UInt16(bytes[offset + 1] & 0xFE) << 8 | UInt16(bytes[offset + 2] & 0x0C)
        return
      }
      guard let frame = ADTSFrame(bytes, at: offset) else { return nil }
      kind = .adts
      length = frame.length
      duration = Double(frame.samples) / Double(frame.sampleRate)
      mark = UInt16(bytes[offset + 1] & 0xFE) << 8 | UInt16(bytes[offset + 2] & 0xFC)
    }
  }
}
