import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// The end of an MP3 as separate media, so that it can be decoded without everything before it:
/// libmpv's seeks to the end of an MP3 are inexact.
struct MP3Tail: Sendable {
  /// Facts about a playing track.
  struct Track: Sendable {
    let account: GaplessInfo
    var frames: MPEGFrameCounter
    /// The tags are at the start of the track, so its end lacks them.
    let tags: LoudnessTags
  }

  /// The frames from a mark on, and the mark's byte offset in the track.
  let source: any ByteSource
  let offset: Int64
  /// Makes libmpv output only the wanted part, without the encoder's padding at the end. The option
  /// `end` may lose the last sample if the rate is converted.
  let filter: String
  /// The start of the wanted part, on the clock of ``source``.
  let start: Duration

  /// How much is decoded before the wanted part: frames use bytes of up to 25 earlier frames, and
  /// the decoder must settle.
  private static let preroll = Duration.seconds(1)

  /// - Parameter position: on the track's own clock; 0 is the first audible sample.
  /// - Returns: `nil` if there is no mark nearby.
  init?(_ track: Track, from position: Duration, of source: any ByteSource) {
    let (account, frame) = (track.account, track.account.beginning.frame)
    let time = position + account.unheard + account.beginning.time(of: account.skipped)
    guard time < .seconds(1_000_000),
      let mark = track.frames.mark(upTo: track.frame(at: time - Self.preroll)), mark.frame > 0
    else { return nil }
    offset = mark.offset
    self.source = ClosureByteSource {
      RestOfStream(source.makeStream(), from: mark.offset)
    }
    let before = mark.frame * frame.samples
    let first = Self.sample(at: position + account.unheard, rate: frame.sampleRate)
    start = account.beginning.time(of: first + account.skipped - before)
    let end = account.end.map { account.beginning.time(of: $0 - before) }
    filter = "atrim=start=\(start.seconds)" + (end.map { ":end=\($0.seconds)" } ?? "")
  }
}

extension MP3Tail {
  /// Returns the sample at which the filter `atrim` starts for a time on libmpv's clock for the
  /// track. The filter uses whole microseconds and the nearest sample.
  private static func sample(at time: Duration, rate: Int) -> Int {
    let microseconds = (time.seconds * 1e6).rounded(.down)
    return Int((microseconds * Double(rate) / 1e6).rounded())
  }
}

extension MP3Tail.Track {
  /// Returns the frame that contains a time.
  fileprivate func frame(at time: Duration) -> Int {
    let frame = account.beginning.frame
    let number = time.seconds * Double(frame.sampleRate) / Double(frame.samples)
    return Int(min(max(number, 0), 1e9))
  }

  /// Counts the frames up to a position that were not read yet, for example after a seek. Blocks
  /// until done or cancelled.
  mutating func count(
    upTo position: Duration,
    in source: any ByteSource,
    _ cancellation: OverlapCancellation
  ) {
    let last = frame(at: position)
    guard !frames.isOver, frames.count < last else { return }
    let stream = source.makeStream()
    defer { stream.close() }
    cancellation.onCancel { stream.cancel() }
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    do throws(PlayerError) {
      try stream.seek(to: frames.wanted)
      var offset = frames.wanted
      while !frames.isOver, frames.count < last, !cancellation.isCancelled {
        let count = try stream.read(into: &piece)
        guard count > 0 else { return }
        piece.withUnsafeBytes { frames.consume(.init(rebasing: $0.prefix(count)), at: offset) }
        offset += Int64(count)
      }
    } catch {}  // Keep what was counted so far.
  }
}

extension MPVCore {
  /// Returns the track of a load, if it is an MP3 that plays now.
  func playingMP3(of load: LoadID) -> MP3Tail.Track? {
    guard let entry = playingEntry, let playing = playlist[entry]?.load, playing.id == load,
      let account = registry.facts(of: entry).mp3,
      let frames = registry.stream(of: entry)?.frames
    else { return nil }
    let tags = LoudnessTags(
      metadata: handle.get("metadata").texts,
      fields: registry.stream(of: entry)?.mediaFacts?.fields,
      stated: playing.source.replayGain
    )
    return MP3Tail.Track(account: account, frames: frames, tags: tags)
  }
}

/// A stream from an offset on, as if it were a whole.
private final class RestOfStream: ByteStream {
  private let stream: any ByteStream
  private let base: Int64
  private let hasBegun = Locked(false)

  init(_ stream: any ByteStream, from base: Int64) {
    self.stream = stream
    self.base = base
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    if !hasBegun.withLock({ $0 }) {
      // Waits until this is known: over HTTP, nothing is seekable before.
      guard stream.isSeekable else { throw PlayerError(.interrupted, "The media can't be seeked.") }
      try seek(to: 0)
    }
    return try stream.read(into: buffer)
  }

  func seek(to offset: Int64) throws(PlayerError) {
    let (target, isTooLarge) = base.addingReportingOverflow(max(offset, 0))
    guard !isTooLarge else {
      throw PlayerError(.interrupted, "The offset is outside of the media.")
    }
    try stream.seek(to: target)
    hasBegun.withLock { $0 = true }
  }

  var isSeekable: Bool { stream.isSeekable }
  var size: Int64? { stream.size.map { max($0 - base, 0) } }
  func cancel() { stream.cancel() }
  func close() { stream.close() }
}
