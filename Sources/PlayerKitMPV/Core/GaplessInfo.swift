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

  /// - Parameters:
  ///   - startTime: what libmpv says of the media's beginning, in seconds: other than 0, it heeds a
  ///     header. Of which encoders it does is FFmpeg's affair.
  ///   - duration: what it says of the media's length, in seconds.
  init(_ beginning: MP3Beginning, startTime: Double, duration: Double?) {
    self.beginning = beginning
    isTrimmed = startTime > 0
    let frame = beginning.frame
    let counted = beginning.header?.frames.map {
      Double($0) * Double(frame.samples) / Double(frame.sampleRate)
    }
    isCounted = isTrimmed && abs((counted ?? -1) - (duration ?? -2)) < 0.01
  }

  /// What is before the audio on libmpv's clock, and would sound.
  var unheard: Duration {
    isTrimmed || !beginning.isStart
      ? .zero : beginning.time(of: MP3Beginning.usualDelay)
  }

  /// How far libmpv's clock is behind the samples of the frames.
  var skipped: Int {
    isTrimmed ? (beginning.header?.delay ?? 0) + MP3Beginning.decoderDelay : 0
  }

  /// How long the audio is, where the header tells that.
  var length: Duration? {
    guard let end, end > skipped else { return nil }
    return beginning.time(of: end - skipped)
  }

  /// Where the audio ends, in samples of the frames; `nil`: with the last of them.
  var end: Int? {
    guard isCounted, let header = beginning.header, let frames = header.frames else { return nil }
    return frames * beginning.frame.samples - header.padding + MP3Beginning.decoderDelay
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
    record(entry) {
      $0.mp3 = GaplessInfo(beginning, startTime: startTime, duration: duration)
    }
  }
}
