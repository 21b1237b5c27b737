import PlayerKit

/// The start and end of an MP3's audio, according to its first frames.
package struct MP3Beginning: Sendable, Equatable {
  /// A header in the first frame instead of audio (Xing, Info, VBRI).
  package struct Header: Sendable, Equatable {
    /// The number of audio frames that follow.
    package var frames: Int?
    /// The number of bytes, from this header on.
    package var bytes: Int?
    /// The number of samples that the encoder added before and after the audio, from LAME's part.
    package var delay = 0
    package var padding = 0
    /// Whether libavformat skips them. It does for some encoders.
    package var isTrimmed = false
  }

  /// How many bytes of the first frame, and of later frames, are examined.
  package static let headLength = 192
  package static let frameLength = 8

  /// The number of samples that a decoder adds before the audio.
  package static let decoderDelay = 529
  /// The usual delay if none is stated: LAME's delay, which FFmpeg also uses. Encoders that follow
  /// the standard's reference add 48 samples less.
  package static let usualDelay = decoderDelay + 576

  package let frame: MPEGFrame
  package let header: Header?
  /// For the first two audio frames, how many bytes of earlier frames each uses.
  private var borrowed: [Int] = []

  /// - Parameter bytes: the bytes from the first frame on; at least ``headLength``.
  package init(_ frame: MPEGFrame, _ bytes: UnsafeRawBufferPointer) {
    self.frame = frame
    header = Header(frame, bytes)
    if header == nil { consume(frame, bytes) }
  }

  /// Whether later frames can't add information.
  package var isKnown: Bool { borrowed.count == 2 }

  /// Reads the next audio frame.
  package mutating func consume(_ frame: MPEGFrame, _ bytes: UnsafeRawBufferPointer) {
    let start = frame.isChecked ? 6 : 4
    guard !isKnown, bytes.count >= start + 2 else { return }
    let (first, second) = (Int(bytes[start]), Int(bytes[start + 1]))
    borrowed.append(frame.version == .one ? first << 1 | second >> 7 : first)
  }

  /// Whether an encoder started here: its first frame can't use bytes of earlier frames, and its
  /// second one does, for every encoder with a bit reservoir. A stream cut from the middle starts
  /// with a frame that does, or never uses any.
  package var isStart: Bool { isKnown && borrowed[0] == 0 && borrowed[1] > 0 }

  /// Returns whether the header's count of frames may be right. It is wrong if the header belongs
  /// to another file, such as the first of several in one.
  ///
  /// - Parameters:
  ///   - length: The length of the audio in bytes.
  ///   - estimate: The estimated number of frames, if known.
  package func hasPlausibleCount(length: Int64, estimate: Double?) -> Bool {
    guard let header, let frames = header.frames else { return false }
    let stated = header.bytes.map { Int64($0) } ?? length
    // FFmpeg draws the same line.
    guard length - stated <= stated / 16 else { return false }
    // A truncated file has fewer frames than its header counts.
    guard let estimate, length >= stated - stated / 16 else { return true }
    return (0.75...1.33).contains(Double(frames) / estimate)
  }

  /// Returns how many samples of this many frames are audible.
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

  /// Returns whether a sample count leaves out no more than padding. Otherwise it belongs to
  /// another file.
  package func isBelievable(_ gapless: GaplessTag, frames: Int) -> Bool {
    let all = Int64(frames) * Int64(frame.samples)
    let end = gapless.delay + Int64(Self.decoderDelay) + gapless.samples
    return (-Int64(Self.decoderDelay)...ExactEnd.maximumPackets * Int64(frame.samples)) ~= all - end
  }

  /// Returns the duration of this many samples.
  package func time(of samples: Int) -> Duration {
    .seconds(Double(samples) / Double(frame.sampleRate))
  }
}

extension MP3Beginning.Header {
  /// `nil` if libmpv treats the frame as audio, also if a header states neither frames nor bytes.
  fileprivate init?(_ frame: MPEGFrame, _ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MP3Beginning.headLength else { return nil }
    func number(_ offset: Int) -> Int { Int(bytes.uint32(at: offset) ?? 0) }
    if bytes.has("VBRI", at: 36), bytes[40] == 0, bytes[41] == 1 {
      guard number(46) > 0 || number(50) > 0 else { return nil }
      if number(50) > 0 { frames = number(50) }
      return
    }
    guard let xing = XingHeader(frame, bytes), xing.frames != nil || xing.bytes != nil else {
      return nil
    }
    (frames, self.bytes) = (xing.frames, xing.bytes)
    let end = xing.end
    guard end + 24 <= min(bytes.count, frame.length) else { return }
    (delay, padding) = (number(end + 20) >> 12 & 0xFFF, number(end + 20) & 0xFFF)
    isTrimmed = ["LAME", "Lavf", "Lavc"].contains { bytes.has($0, at: end) }
  }
}
