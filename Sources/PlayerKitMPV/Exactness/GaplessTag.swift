/// iTunes' count of samples, the item `iTunSMPB`.
struct GaplessTag: Sendable, Equatable {
  /// Samples before the audio.
  let delay: Int64
  /// Samples of audio.
  let samples: Int64

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
