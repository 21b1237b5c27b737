/// Makes the boxes of an MP4 index by hand.
package struct MP4Maker {
  package var movieRate: UInt32 = 44_100
  package var rate: UInt32 = 44_100
  /// The numbers of packets, with the number of samples per packet.
  package var packets: [(UInt32, UInt32)] = [(31, 1_024)]
  /// More boxes in the sample table, such as sizes and places of packets.
  package var tables: [UInt8] = []
  /// The lengths and starts of the edits, or `nil` for no edit list.
  package var edits: [(UInt64, Int64)]?
  package var isLong = false
  package var tag: String?
  /// The decoder configuration; by default AAC (LC), 44.1 kHz, stereo.
  package var configuration: [UInt8] = [0x12, 0x10]
  package var codec: UInt8 = 0x40
  package var handlers = ["soun"]
  package var isInFragments = false
  /// The id in the track's header, or `nil` for no header.
  package var trackID: UInt32?

  package init(edits: [(UInt64, Int64)]? = [(30_011, 1_024)], tag: String? = nil) {
    self.edits = edits
    self.tag = tag
  }

  package static let tag30011 = " 00000000 00000400 000002C5 000000000000753B 00000000 00000000"

  package var index: [UInt8] {
    var boxes = box("mvhd", header(movieRate))
    for handler in handlers { boxes += track(handler) }
    if isInFragments { boxes += box("mvex", []) }
    if let tag { boxes += box("udta", box("meta", [0, 0, 0, 0] + box("ilst", item(tag)))) }
    return boxes
  }

  /// A file with the index before or after the samples.
  package func file(isIndexFirst: Bool = true, isLongSize: Bool = false) -> [UInt8] {
    let samples = box("mdat", [UInt8](repeating: 7, count: 5_000), isLongSize: isLongSize)
    let index = box("moov", index, isLongSize: isLongSize)
    let type = box("ftyp", Array("M4A isom".utf8))
    return type + (isIndexFirst ? index + samples : samples + index)
  }

  package func box(_ kind: String, _ body: [UInt8], isLongSize: Bool = false) -> [UInt8] {
    isLongSize
      ? big(UInt32(1)) + Array(kind.utf8) + big(UInt64(body.count + 16)) + body
      : big(UInt32(body.count + 8)) + Array(kind.utf8) + body
  }

  private func track(_ handler: String) -> [UInt8] {
    let list = (edits ?? []).flatMap { length, start in
      (isLong
        ? big(length) + big(UInt64(bitPattern: start))
        : big(UInt32(truncatingIfNeeded: length)) + big(UInt32(truncatingIfNeeded: start)))
        + big(UInt32(0x1_0000))
    }
    let elst = box("elst", version + big(UInt32(edits?.count ?? 0)) + list)
    let times = packets.flatMap { big($0.0) + big($0.1) }
    let table =
      box("stsd", [UInt8](repeating: 0, count: 8) + entry)
      + box("stts", [0, 0, 0, 0] + big(UInt32(packets.count)) + times) + tables
    let media =
      box("mdhd", header(rate))
      + box("hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8))
      + box("minf", box("stbl", table))
    let head = trackID.map { box("tkhd", header($0) + [UInt8](repeating: 0, count: 8)) } ?? []
    return box("trak", head + (edits == nil ? [] : box("edts", elst)) + box("mdia", media))
  }

  private var version: [UInt8] { [isLong ? 1 : 0, 0, 0, 0] }

  private func header(_ rate: UInt32) -> [UInt8] {
    version + [UInt8](repeating: 0, count: isLong ? 16 : 8) + big(rate)
      + [UInt8](repeating: 0, count: isLong ? 8 : 4)
  }

  private var entry: [UInt8] {
    let decoder =
      [codec, 0x15] + [UInt8](repeating: 0, count: 11)
      + [5, UInt8(configuration.count)] + configuration
    let stream = [0, 1, 0, 4, UInt8(decoder.count)] + decoder
    let esds = box("esds", [0, 0, 0, 0, 3, UInt8(stream.count)] + stream)
    return box("mp4a", [UInt8](repeating: 0, count: 28) + esds)
  }

  private func item(_ text: String) -> [UInt8] {
    let name = box("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8))
    let mean = box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
    let data = box("data", big(UInt32(1)) + big(UInt32(0)) + Array(text.utf8))
    return box("----", mean + name + data)
  }

  package func big<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
