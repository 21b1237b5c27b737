import PlayerKit
import PlayerKitMedia

extension MediaView {
  /// Creates the view of media for libavformat; `nil` if it can see the media unchanged.
  init?(of bytes: MediaBytes, _ kind: MediaKind, _ layout: TagLayout? = nil) {
    if kind == .mpeg, let layout = layout ?? TagLayout(bytes) {
      self.init([.media(layout.audio)])
    } else if kind == .wav, let view = WAVRepair.view(of: bytes) {
      self = view
    } else {
      return nil
    }
  }
}

extension Container {
  /// Longer remote audio is not read through to count its frames.
  private static let maxCounted: Int64 = 1 << 30

  /// Sets the duration and padding of an MP3 from its frames, as the engine plays it.
  mutating func measure(_ beginning: MP3Beginning, _ layout: TagLayout, _ bytes: MediaBytes) {
    let stated = beginning.header?.frames
    guard let frames = frames(beginning, layout, bytes) ?? stated else { return }
    let gapless = layout.fields.gapless
    let samples = beginning.heardSamples(ofFrames: frames, gapless: gapless)
    duration = beginning.time(of: samples).ifStorable ?? duration
    if frames != stated { measureBitRate(layout.audio) }
    if let header = beginning.header, header.delay > 0 || header.padding > 0 {
      padding = .init(start: header.delay, end: header.padding)
    } else if let gapless, beginning.isBelievable(gapless, frames: frames) {
      let all = Int64(frames) * Int64(beginning.frame.samples)
      padding = .init(start: Int(gapless.delay), end: Int(all - gapless.delay - gapless.samples))
    }
  }

  /// Returns the number of audio frames: the header's, unless it is missing or seems wrong.
  private func frames(
    _ beginning: MP3Beginning,
    _ layout: TagLayout,
    _ bytes: MediaBytes
  ) -> Int? {
    if let remote = bytes.remote(layout) { return remote.frames(beginning) { bytes.isCancelled } }
    // Of other media that is not local, the header's count is all there is.
    let isPlausible = !bytes.isLocal || layout.isCountPlausible(beginning, bytes)
    if isPlausible, let stated = beginning.header?.frames { return stated }
    return count(MPEGFrameScan(like: beginning.frame), layout, bytes)
      .map { $0 - (beginning.header == nil ? 0 : 1) }
  }

  /// Corrects the bit rate, because the first frames of a variable rate do not represent the whole.
  private mutating func measureBitRate(_ audio: Range<Int64>) {
    guard let seconds = duration?.seconds, seconds > 0.1 else { return }
    let average = Double(audio.upperBound - audio.lowerBound) * 8 / seconds
    if let bitRate, abs(average / Double(bitRate) - 1) < 0.02 { return }
    bitRate = Int(exactly: average.rounded()) ?? bitRate
  }

  /// Sets the duration of AAC in ADTS from its frames, because no header states it.
  mutating func measure(_ frame: ADTSFrame, _ layout: TagLayout, _ bytes: MediaBytes) {
    let counted =
      bytes.remote(layout)?.frames(frame) { bytes.isCancelled }
      ?? count(MPEGFrameScan(like: frame), layout, bytes)
    guard let frames = counted else { return }
    duration =
      frame.duration(ofFrames: frames).ifStorable ?? duration
    measureBitRate(layout.audio)
  }

  private func count(_ scan: MPEGFrameScan, _ layout: TagLayout, _ bytes: MediaBytes) -> Int? {
    var scan = scan
    let isWhole = bytes.scan(layout.audio, atMost: Self.maxCounted) { scan.consume($0) }
    return isWhole ? scan.count : nil
  }
}
