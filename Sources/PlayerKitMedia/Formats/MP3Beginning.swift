import PlayerKit

/// What the first frames of an MP3 tell of where its audio begins and ends.
package struct MP3Beginning: Sendable, Equatable {
  /// The header of a stream in the place of a first frame's audio (Xing, Info, VBRI).
  package struct Header: Sendable, Equatable {
    /// How many frames of audio follow.
    package var frames: Int?
    /// How many bytes there are, from this header on.
    package var bytes: Int?
    /// What LAME's part of it tells: the samples that the encoder put before the audio and behind.
    package var delay = 0
    package var padding = 0
    /// Whether libavformat leaves out what that part tells. It does for some encoders.
    package var isTrimmed = false
  }

  /// How much of the first frame is looked at, and of those behind it.
  package static let headLength = 192
  package static let frameLength = 8

  /// What a decoder puts before the audio.
  package static let decoderDelay = 529
  /// What stands before the audio where nothing tells: with what LAME puts there, and FFmpeg by it.
  /// Encoders made after the standard's put 48 samples less.
  package static let usualDelay = decoderDelay + 576

  package let frame: MPEGFrame
  package let header: Header?
  /// How many bytes of those before it each of the first two frames of audio uses.
  private var borrowed: [Int] = []

  /// - Parameter bytes: what begins with the first frame; ``headLength`` of them at least.
  package init(_ frame: MPEGFrame, _ bytes: UnsafeRawBufferPointer) {
    self.frame = frame
    header = Header(frame, bytes)
    if header == nil { consume(frame, bytes) }
  }

  /// Whether nothing more can be learned from what follows.
  package var isKnown: Bool { borrowed.count == 2 }

  /// Reads the next frame of audio.
  package mutating func consume(_ frame: MPEGFrame, _ bytes: UnsafeRawBufferPointer) {
    let start = frame.isChecked ? 6 : 4
    guard !isKnown, bytes.count >= start + 2 else { return }
    let (first, second) = (Int(bytes[start]), Int(bytes[start + 1]))
    borrowed.append(frame.version == .one ? first << 1 | second >> 7 : first)
  }

  /// Whether an encoder began here: its first frame can use no bytes of frames before it, and its
  /// second one does, of all encoders that save bytes at all. What was cut out of the middle of a
  /// stream begins with a frame that does, or goes on without saving.
  package var isStart: Bool { isKnown && borrowed[0] == 0 && borrowed[1] > 0 }

  /// How many samples are heard of so many frames.
  package func heardSamples(ofFrames frames: Int, gapless: GaplessTag?) -> Int {
    let all = frames * frame.samples
    if let header, header.isTrimmed {
      let isCounted = header.frames == frames
      let end = isCounted ? min(all, all - header.padding + Self.decoderDelay) : all
      return max(end - header.delay - Self.decoderDelay, 0)
    }
    if let gapless, isBelievable(gapless, frames: frames) { return Int(gapless.samples) }
    return max(all - (isStart ? Self.usualDelay : 0), 0)
  }

  /// Whether a count of samples leaves no more than padding out. Else it belongs to another file.
  package func isBelievable(_ gapless: GaplessTag, frames: Int) -> Bool {
    let all = Int64(frames) * Int64(frame.samples)
    let end = gapless.delay + Int64(Self.decoderDelay) + gapless.samples
    return (-Int64(Self.decoderDelay)...ExactEnd.mostPackets * Int64(frame.samples)) ~= all - end
  }

  /// The time of so many samples.
  package func time(of samples: Int) -> Duration {
    .seconds(Double(samples) / Double(frame.sampleRate))
  }
}

extension MP3Beginning.Header {
  /// `nil` where libmpv takes the frame for audio: also where a header counts neither frames nor
  /// bytes.
  fileprivate init?(_ frame: MPEGFrame, _ bytes: UnsafeRawBufferPointer) {
    let offset = frame.contentOffset
    guard bytes.count >= MP3Beginning.headLength else { return nil }
    func number(_ offset: Int) -> Int { Int(bytes.uint32(at: offset) ?? 0) }
    if bytes.has("VBRI", at: 36), bytes[40] == 0, bytes[41] == 1 {
      guard number(46) > 0 || number(50) > 0 else { return nil }
      if number(50) > 0 { frames = number(50) }
      return
    }
    guard bytes.has("Xing", at: offset) || bytes.has("Info", at: offset) else { return nil }
    let flags = number(offset + 4)
    // Fields that may follow: frames, bytes, a table, the quality.
    let fields = [4, 4, 100, 4]
    var (end, counts) = (offset + 8, [0, 0])
    for (bit, length) in fields.enumerated() where flags & 1 << bit != 0 {
      if bit < counts.count { counts[bit] = number(end) }
      end += length
    }
    guard counts != [0, 0] else { return nil }
    if counts[0] > 0 { frames = counts[0] }
    if counts[1] > 0 { self.bytes = counts[1] }
    guard end + 24 <= min(bytes.count, frame.length) else { return }
    (delay, padding) = (number(end + 20) >> 12 & 0xFFF, number(end + 20) & 0xFFF)
    isTrimmed = ["LAME", "Lavf", "Lavc"].contains { bytes.has($0, at: end) }
  }
}
