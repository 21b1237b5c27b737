import PlayerKitMedia
import PlayerKit

/// How libmpv's clock for an MP3 stands to its frames.
struct GaplessInfo: Sendable, Equatable {
  let beginning: MP3Beginning
  /// Whether libmpv leaves out what the header says that the encoder added.
  let isTrimmed: Bool
  /// Whether it believes how many frames there are, and leaves out what is behind the audio too. It
  /// does not where the file is much longer, as of several in one.
  private let isCounted: Bool
  /// iTunes' count of samples, unless libmpv leaves out what a header tells.
  let gapless: GaplessTag?
  /// How many frames of audio there are, if they were counted because no header tells it.
  var frames: Int?

  /// - Parameters:
  ///   - startTime: what libmpv says of the media's beginning, in seconds: other than 0, it heeds a
  ///     header. Of which encoders it does is FFmpeg's affair.
  ///   - duration: what it says of the media's length, in seconds.
  init(
    _ beginning: MP3Beginning,
    startTime: Double,
    duration: Double?,
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
    needsCount = !isBelieved && self.gapless == nil
  }

  /// Whether nothing but the frames themselves tells how many there are. libmpv guesses by the first ones.
  let needsCount: Bool

  /// What is before the audio on libmpv's clock, and would sound.
  var unheard: Duration {
    if let gapless {
      return beginning.time(of: Int(gapless.delay) + MP3Beginning.decoderDelay)
    }
    return isTrimmed || !beginning.isStart
      ? .zero : beginning.time(of: MP3Beginning.usualDelay)
  }

  /// How far libmpv's clock is behind the samples of the frames.
  var skipped: Int {
    isTrimmed ? (beginning.header?.delay ?? 0) + MP3Beginning.decoderDelay : 0
  }

  /// How long the audio is, with what is before it, if that is known exactly.
  var length: Duration? {
    guard let end = end ?? frames.map({ $0 * beginning.frame.samples }), end > skipped else {
      return nil
    }
    return beginning.time(of: end - skipped)
  }

  /// Where the audio ends, in samples of the frames; `nil`: with the last of them.
  var end: Int? {
    if let gapless {
      return Int(gapless.delay) + MP3Beginning.decoderDelay + Int(gapless.samples)
    }
    guard isCounted, let header = beginning.header, let frames = header.frames else { return nil }
    let all = frames * beginning.frame.samples
    return min(all, all - header.padding + MP3Beginning.decoderDelay)
  }
}

extension StreamRegistry {
  /// Once libmpv has opened an entry: notes what it makes of it, if it is an MP3; not of a live
  /// stream, where no encoder begins.
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
      gapless: stream.mediaFacts?.fields.gapless
    )
    record(entry) {
      $0.mp3 = info
      $0.end = info.gapless.map { ExactEnd($0, in: beginning.frame) } ?? $0.end
    }
  }

  /// Counts the frames of a local MP3 on a thread of its own, if nothing tells how many there are.
  ///
  /// - Parameter onCount: called once they are counted, on that thread.
  func countFrames(of entry: PlaylistEntryID, onCount: @escaping @Sendable () -> Void) {
    guard let info = facts(of: entry).mp3, info.needsCount, info.frames == nil,
      let source = localSource(of: entry)
    else { return }
    let beginning = info.beginning
    startCounting { [self] isCancelled in
      guard let frames = Self.count(beginning, in: source, isCancelled) else { return }
      record(entry) { $0.mp3?.frames = frames }
      onCount()
    }
  }

  private static func count(
    _ beginning: MP3Beginning,
    in source: any ByteSource,
    _ isCancelled: () -> Bool
  ) -> Int? {
    let stream = source.makeStream()
    defer { stream.close() }
    var scan = MPEGFrameScan(like: beginning.frame)
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    do throws(PlayerError) {
      // The first tag stays in front of the frames.
      let head = try stream.read(into: &piece)
      let tag = piece.withUnsafeBytes {
        DeclaredLength.tagLength(.init(rebasing: $0.prefix(max(head, 10)))) ?? 0
      }
      try stream.seek(to: Int64(tag))
      while !isCancelled() {
        let count = try stream.read(into: &piece)
        if count == 0 { return scan.count - (beginning.header == nil ? 0 : 1) }
        piece.withUnsafeBytes { scan.consume(.init(rebasing: $0.prefix(count))) }
      }
    } catch {}
    return nil
  }
}
