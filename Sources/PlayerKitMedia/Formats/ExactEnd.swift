import PlayerKit

/// Where the audio of a media ends, to the sample.
package struct ExactEnd: Sendable, Equatable {
  /// Samples of audio, without what the encoder put before and behind it.
  package let samples: Int64
  /// Where they end on libmpv's clock for the media, in samples. That clock stands at 0 where the
  /// edit list begins, or else at the first packet.
  package let position: Int64
  /// Samples per second.
  package let rate: UInt32
  /// Samples in all packets before the audio.
  package let start: Int64
  /// Samples in a packet.
  package let packet: Int64

  /// How many samples an encoder may pad: four packets. Where more than that would fall away, the
  /// count belongs to something else.
  package static let mostPackets: Int64 = 4

  /// Chooses among what a track says of itself; `nil` where that is nothing exact or believable.
  init?(_ track: MP4AudioTrack) {
    let tagged = Self.tagged(track)
    guard let (samples, position) = tagged ?? Self.edited(track) else { return nil }
    self.samples = samples
    self.position = position
    rate = track.rate
    start = (tagged == nil ? nil : track.tag?.delay) ?? track.edit?.start ?? 0
    packet = track.packet
  }

  /// The end of an MP3, by iTunes' count.
  package init(_ tag: GaplessTag, in frame: MPEGFrame) {
    samples = tag.samples
    start = tag.delay + Int64(MP3Beginning.decoderDelay)
    position = start + samples
    rate = UInt32(frame.sampleRate)
    packet = Int64(frame.samples)
  }

  /// - Parameter index: what is inside of the box `moov`.
  package init?(index: [UInt8]) {
    guard let track = MP4AudioTrack(index: index) else { return nil }
    self.init(track)
  }

  package var duration: Duration { .seconds(Double(samples) / Double(rate)) }

  /// On libmpv's clock, in seconds: half a sample behind the last one, so that no rounding takes it.
  package var seconds: Double { (Double(position) + 0.5) / Double(rate) }

  /// How far libmpv's clock is ahead of the audio: without an edit list it counts what iTunes' count
  /// has it leave out at the beginning.
  package var lead: Duration { .seconds(Double(position - samples) / Double(rate)) }

  /// By iTunes' count. Where an edit list says otherwise, libmpv too follows this.
  private static func tagged(_ track: MP4AudioTrack) -> (Int64, Int64)? {
    guard let tag = track.tag else { return nil }
    let end = tag.delay + tag.samples
    guard isBelievable(end, track) else { return nil }
    let position = end - (track.edit?.start ?? 0)
    return position > 0 ? (tag.samples, position) : nil
  }

  /// By the edit list.
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
      // In coarse ticks it is known to one of them. Where the packets, whose last one may be
      // declared shorter, end within it too, they tell the sample.
      let tick = (rate + movieRate - 1) / movieRate
      let rounded = whole + (remainder * 2 >= movieRate ? 1 : 0)
      samples = abs(rest - rounded) <= tick ? rest : rounded
    }
    return isBelievable(edit.start + samples, track) ? (samples, samples) : nil
  }

  /// Whether audio that ends at this sample of all packets leaves no more than padding behind.
  private static func isBelievable(_ end: Int64, _ track: MP4AudioTrack) -> Bool {
    (0...mostPackets * track.packet).contains(track.samples - end)
  }
}

/// iTunes' count of samples, the item `iTunSMPB`.
package struct GaplessTag: Sendable, Equatable {
  /// Samples before the audio.
  package let delay: Int64
  /// Samples of audio.
  package let samples: Int64

  /// - Parameter index: what is inside of the box `moov`.
  init?(index: ArraySlice<UInt8>) {
    // `meta` begins with four bytes of version and flags; QuickTime's doesn't.
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
      // libmpv's demuxer heeds a delay within these bounds.
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
