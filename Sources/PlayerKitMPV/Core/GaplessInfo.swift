import PlayerKit
import PlayerKitMedia

/// Relates libmpv's clock for an MP3 to its frames.
struct GaplessInfo: Sendable, Equatable {
  let beginning: MP3Beginning
  /// Whether libmpv skips the encoder delay that the header states.
  let isTrimmed: Bool
  /// Whether libmpv trusts the header's frame count and also cuts the padding at the end. It does
  /// not if the file is much longer, such as several files in one.
  private let isCounted: Bool
  /// Whether the header's frame count may be right.
  private var isPlausible: Bool
  /// iTunes' sample count; `nil` if libmpv already trims by the header.
  let gapless: GaplessTag?
  /// The number of audio frames, if they were counted because no header states it.
  var frames: Int?

  /// - Parameters:
  ///   - startTime: libmpv's start of the media, in seconds. Other than 0 means that it uses a
  ///     header; FFmpeg decides for which encoders.
  ///   - duration: libmpv's duration of the media, in seconds.
  ///   - isPlausible: Whether the header's count of frames may be right.
  init(
    _ beginning: MP3Beginning,
    startTime: Double,
    duration: Double?,
    isPlausible: Bool = true,
    gapless: GaplessTag? = nil
  ) {
    self.beginning = beginning
    isTrimmed = startTime > 0
    self.gapless = isTrimmed ? nil : gapless
    let frame = beginning.frame
    let counted = beginning.header?.frames.map {
      Double($0) * Double(frame.samples) / Double(frame.sampleRate)
    }
    let isBelieved = abs((counted ?? -1) - (duration ?? -2)) < 0.01
    isCounted = isTrimmed && isBelieved
    self.isPlausible = isPlausible
    needsCount = !(isBelieved && isPlausible) && self.gapless == nil
  }

  /// Sets the number of audio frames of media on a server.
  mutating func setCount(_ count: Int) {
    frames = count
    isPlausible = isPlausible && beginning.header?.frames == count
  }

  /// Whether the frames must be counted, as nothing states their number, or a header that seems
  /// wrong. libmpv only estimates it from the first ones.
  let needsCount: Bool

  /// The part before the audio on libmpv's clock that would be audible.
  var unheard: Duration {
    if let gapless {
      return beginning.time(of: Int(gapless.delay) + MP3Beginning.decoderDelay)
    }
    return isTrimmed || !beginning.isStart
      ? .zero : beginning.time(of: MP3Beginning.usualDelay)
  }

  /// How many samples of the frames libmpv's clock leaves out at the start.
  var skipped: Int {
    isTrimmed ? (beginning.header?.delay ?? 0) + MP3Beginning.decoderDelay : 0
  }

  /// The exact length of the audio, including the part before it; `nil` if unknown.
  var length: Duration? {
    guard let end = end ?? frames.map({ $0 * beginning.frame.samples }), end > skipped else {
      return nil
    }
    return beginning.time(of: end - skipped)
  }

  /// The end of the audio, in samples of the frames; `nil` if it ends with the last frame.
  var end: Int? {
    if let gapless {
      return Int(gapless.delay) + MP3Beginning.decoderDelay + Int(gapless.samples)
    }
    guard isCounted, let header = beginning.header, let stated = header.frames,
      isPlausible || frames == stated
    else { return nil }
    let all = stated * beginning.frame.samples
    return min(all, all - header.padding + MP3Beginning.decoderDelay)
  }
}

extension StreamRegistry {
  /// Records how libmpv interprets an entry that it has opened, if it is an MP3. Ignores live
  /// streams, as no encoder delay starts them.
  func recordMP3(_ entry: PlaylistEntryID, in handle: MPVHandle) {
    guard let stream = stream(of: entry), !stream.isLive, stream.timeline == nil,
      let beginning = stream.frames.beginning,
      let startTime = handle.double("demuxer-start-time"),
      handle.get("file-format").text == "mp3"
    else { return }
    let duration = handle.double("duration")
    let info = GaplessInfo(
      beginning,
      startTime: startTime,
      duration: duration,
      // If the frames can't be counted, the header's count is all there is.
      isPlausible: localSource(of: entry) == nil
        || stream.mediaFacts?.isCountPlausible != false,
      gapless: stream.mediaFacts?.fields.gapless
    )
    record(entry) {
      $0.mp3 = info
      $0.end = info.gapless.map { ExactEnd($0, in: beginning.frame) } ?? $0.end
    }
  }

  /// Counts the frames of a local MP3 or ADTS file on its own thread, if nothing states their
  /// number.
  ///
  /// - Parameter onCount: called on that thread once they are counted.
  func countFrames(of entry: PlaylistEntryID, onCount: @escaping @Sendable () -> Void) {
    let facts = facts(of: entry)
    guard let source = localSource(of: entry), facts.countedLength == nil else { return }
    if let info = facts.mp3, info.needsCount, info.frames == nil {
      let beginning = info.beginning
      startCounting { [self] isCancelled in
        let scan = MPEGFrameScan(like: beginning.frame)
        guard let count = Self.count(scan, in: source, isCancelled) else { return }
        record(entry) { $0.mp3?.frames = count - (beginning.header == nil ? 0 : 1) }
        onCount()
      }
    } else if let frame = stream(of: entry)?.mediaFacts?.adts {
      startCounting { [self] isCancelled in
        let scan = MPEGFrameScan(like: frame)
        guard let count = Self.count(scan, in: source, isCancelled) else { return }
        let length = frame.duration(ofFrames: count)
        record(entry) { $0.countedLength = length }
        onCount()
      }
    }
  }

  private static func count(
    _ scan: MPEGFrameScan,
    in source: any ByteSource,
    _ isCancelled: () -> Bool
  ) -> Int? {
    let stream = source.makeStream()
    defer { stream.close() }
    var scan = scan
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    do throws(PlayerError) {
      // The first tag stays before the frames.
      let head = try stream.read(into: &piece)
      try stream.seek(to: ID3TagHeader(piece.prefix(head))?.tagLength ?? 0)
      while !isCancelled() {
        let count = try stream.read(into: &piece)
        if count == 0 { return scan.count }
        piece.withUnsafeBytes { scan.consume(.init(rebasing: $0.prefix(count))) }
      }
    } catch {}
    return nil
  }
}
