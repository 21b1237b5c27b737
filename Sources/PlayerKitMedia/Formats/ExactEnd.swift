import PlayerKit

/// The sample-exact end of the audio in media.
package struct ExactEnd: Sendable, Equatable {
  /// The number of audio samples, without the encoder's padding at both ends.
  package let samples: Int64
  /// Their end on libmpv's clock for the media, in samples. The clock is 0 at the start of the edit
  /// list, or at the first packet without one.
  package let position: Int64
  /// Samples per second.
  package let rate: UInt32
  /// The number of samples in the packets before the audio.
  package let start: Int64
  /// Samples per packet.
  package let packet: Int64

  /// The maximum padding: four packets. If more would be cut, the count belongs to another file.
  package static let maximumPackets: Int64 = 4

  /// Chooses among a track's declarations; `nil` if none is exact and plausible.
  init?(_ track: MP4AudioTrack) {
    let tagged = Self.tagged(track)
    guard let (samples, position) = tagged ?? Self.edited(track) else { return nil }
    self.samples = samples
    self.position = position
    rate = track.rate
    start = (tagged == nil ? nil : track.tag?.delay) ?? track.edit?.start ?? 0
    packet = track.packet
  }

  /// - Parameter start: the number of samples before the audio, which libmpv does not skip.
  init(samples: Int64, start: Int64, rate: UInt32, packet: Int64) {
    (self.samples, self.start, self.rate, self.packet) = (samples, start, rate, packet)
    position = start + samples
  }

  /// Creates the end of an MP3 from iTunes' count.
  package init(_ tag: GaplessTag, in frame: MPEGFrame) {
    samples = tag.samples
    start = tag.delay + Int64(MP3Beginning.decoderDelay)
    position = start + samples
    rate = UInt32(frame.sampleRate)
    packet = Int64(frame.samples)
  }

  /// - Parameter index: the content of the box `moov`.
  package init?(index: [UInt8]) {
    guard let track = MP4AudioTrack(index: index) else { return nil }
    self.init(track)
  }

  package var duration: Duration { .seconds(Double(samples) / Double(rate)) }

  /// The end on libmpv's clock, in seconds: half a sample after the last one, so that rounding does
  /// not drop it.
  package var seconds: Double { (Double(position) + 0.5) / Double(rate) }

  /// How far libmpv's clock is ahead of the audio: without an edit list, it includes the samples
  /// that iTunes' count makes it skip at the start.
  package var lead: Duration { .seconds(Double(position - samples) / Double(rate)) }

  /// Returns the end by iTunes' count. libmpv also prefers it to an edit list.
  private static func tagged(_ track: MP4AudioTrack) -> (Int64, Int64)? {
    guard let tag = track.tag else { return nil }
    let end = tag.delay + tag.samples
    guard isBelievable(end, track) else { return nil }
    let position = end - (track.edit?.start ?? 0)
    return position > 0 ? (tag.samples, position) : nil
  }

  /// Returns the end by the edit list.
  private static func edited(_ track: MP4AudioTrack) -> (Int64, Int64)? {
    guard let edit = track.edit, edit.length > 0, edit.length < 1 << 40 else { return nil }
    let rest = track.samples - edit.start
    guard rest > 0 else { return nil }
    let (length, rate, movieRate) = (Int64(edit.length), Int64(track.rate), Int64(track.movieRate))
    let (product, isTooLarge) = length.multipliedReportingOverflow(by: rate)
    guard !isTooLarge else { return nil }
    let (whole, remainder) = product.quotientAndRemainder(dividingBy: movieRate)
    let samples: Int64
    if remainder == 0 && movieRate >= rate {
      samples = whole
    } else {
      // With coarse ticks, the end is only known within one tick. If the packets end within it too
      // (the last may be declared shorter), they give the exact sample.
      let tick = (rate + movieRate - 1) / movieRate
      let rounded = whole + (remainder * 2 >= movieRate ? 1 : 0)
      samples = abs(rest - rounded) <= tick ? rest : rounded
    }
    return isBelievable(edit.start + samples, track) ? (samples, samples) : nil
  }

  /// Returns whether audio that ends at this sample of all packets leaves no more than padding.
  private static func isBelievable(_ end: Int64, _ track: MP4AudioTrack) -> Bool {
    (0...maximumPackets * track.packet).contains(track.samples - end)
  }
}

/// iTunes' sample count, the item `iTunSMPB`.
package struct GaplessTag: Sendable, Equatable {
  /// Samples before the audio.
  package let delay: Int64
  /// Samples of audio.
  package let samples: Int64

  /// - Parameter index: the content of the box `moov`.
  init?(index: ArraySlice<UInt8>) {
    // `meta` starts with four bytes of version and flags, except in QuickTime.
    guard let meta = index.box("udta", "meta"),
      let list = meta.dropFirst(4).box("ilst") ?? meta.box("ilst")
    else { return nil }
    let tag = MP4Boxes(list).lazy.compactMap { Self.text(of: $0) }.first
    guard let tag else { return nil }
    self.init(tag)
  }

  /// - Parameter text: hexadecimal fields: a reserved one, delay, padding, samples, others.
  init?(_ text: String) {
    let fields = text.split(separator: " ", maxSplits: 4)
    guard fields.count >= 4, let delay = Int64(fields[1], radix: 16),
      let samples = Int64(fields[3], radix: 16), Int64(fields[2], radix: 16) != nil,
      // libmpv's demuxer applies a delay within these bounds.
      delay > 0, delay < 16_384, samples > 0, samples < 1 << 40
    else { return nil }
    self.delay = delay
    self.samples = samples
  }

  private static func text(of item: MP4Box) -> String? {
    guard item.kind == "----", let mean = item.body.box("mean")?.dropFirst(4),
      mean.elementsEqual("com.apple.iTunes".utf8), let name = item.body.box("name")?.dropFirst(4),
      name.elementsEqual("iTunSMPB".utf8), let data = item.body.box("data"), data.count > 8,
      data.count < 1_024
    else { return nil }
    return String(decoding: data.dropFirst(8), as: UTF8.self)
  }
}
