// The number of frames, by some of them.
extension TagLayout {
  /// How many of the first and of the last bytes show whether all frames have one bit rate.
  private static let headLength = 32 << 10
  private static let tailLength: Int64 = 8 << 10
  /// By how many bytes the frames of one bit rate may miss their total length.
  private static let maxDifference = 4.0

  /// Returns the number of frames if all have the same bit rate, as those at both ends do and as the
  /// length fits; otherwise `nil`.
  package func constantFrames(_ bytes: some RandomAccessBytes, like first: MPEGFrame) -> Int? {
    let length = audio.upperBound - audio.lowerBound
    let tail = min(Self.tailLength, length)
    let frames = [
      bytes.bytes(at: audio.lowerBound, count: Int(min(Int64(Self.headLength), length))),
      bytes.bytes(at: audio.upperBound - tail, count: Int(tail)),
    ].map { Self.frames(in: $0, like: first) }
    guard frames.allSatisfy({ $0.count > 1 }) else { return nil }
    let all = frames.joined()
    let (rates, lengths) = (Set(all.map(\.bitRate)), Set(all.map(\.length)))
    guard rates.count == 1, let rate = rates.first, let shortest = lengths.min() else { return nil }
    let exact = Double(first.samples) * Double(rate) / 8 / Double(first.sampleRate)
    let average = lengths.count > 1 ? exact : Double(shortest)
    let count = (Double(length) / average).rounded()
    guard count > 0, abs(count * average - Double(length)) <= Self.maxDifference else { return nil }
    return Int(exactly: count)
  }

  /// Returns whether the header's count of frames may be right, by the first frames. A variable bit
  /// rate may begin quietly, so `false` needs a further look.
  package func isCountPlausibleByHead(
    _ beginning: MP3Beginning,
    _ bytes: some RandomAccessBytes
  ) -> Bool {
    let length = audio.upperBound - audio.lowerBound
    let head = bytes.bytes(at: audio.lowerBound, count: Int(min(Int64(Self.headLength), length)))
    let frames = Self.frames(in: head, like: beginning.frame)
    guard frames.count > 1 else { return false }
    let average = Double(frames.reduce(0) { $0 + $1.length }) / Double(frames.count)
    return beginning.hasPlausibleCount(length: length, estimate: Double(length) / average)
  }

  /// Returns the length of the audio that the header of an MP3 states, if FFmpeg would ignore the
  /// header because so much follows; otherwise `nil`.
  func disputedLength(_ bytes: some RandomAccessBytes) -> Int64? {
    let head = bytes.bytes(at: audio.lowerBound, count: MP3Beginning.headLength)
    guard adts == nil, let frame = MPEGFrame(head, at: 0) else { return nil }
    let beginning = head.withUnsafeBytes { MP3Beginning(frame, $0) }
    guard let header = beginning.header, header.frames != nil, let stated = header.bytes else {
      return nil
    }
    let length = audio.upperBound - audio.lowerBound
    return beginning.hasPlausibleCount(length: length, estimate: nil) ? nil : Int64(stated)
  }

  /// Drops iTunes' sample count unless the header's count of frames confirms it. Reads only the
  /// first frames.
  mutating func checkGaplessByHeader(_ bytes: some RandomAccessBytes) {
    guard let gapless = fields.gapless else { return }
    if let beginning = firstFrames(bytes)?.beginning, let frames = beginning.header?.frames,
      beginning.isBelievable(gapless, frames: frames)
    {
      return
    }
    fields.dropGapless()
  }

  /// Returns the consecutive frames that are whole in a piece of the audio.
  private static func frames(in piece: [UInt8], like first: MPEGFrame) -> [MPEGFrame] {
    func found(at place: Int) -> MPEGFrame? {
      MPEGFrame(piece, at: place).flatMap { $0.isLike(first) ? $0 : nil }
    }
    let start = piece.indices.first { place in
      piece[place] == 0xFF
        && found(at: place).flatMap { found(at: place + $0.length) } != nil
    }
    var (frames, place) = ([MPEGFrame](), start ?? piece.count)
    while let frame = found(at: place), place + frame.length <= piece.count {
      frames.append(frame)
      place += frame.length
    }
    return frames
  }
}
