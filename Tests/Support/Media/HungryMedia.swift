/// Small files that have a reader make entries without an end: an index says how many packets there are in a
/// few bytes.
package enum HungryMedia {
  /// What the tags of all of them say.
  package static let title = "Still here"

  package static let all: [(name: String, bytes: [UInt8])] = [
    ("packets of many tracks", tracks), ("packets of a fragment", fragment),
    ("samples that are packets", samples), ("edits that repeat packets", edits),
    ("groups of packets", groups), ("tables outside of their place", hidden),
    ("a track that is longer than the file", cut), ("fragments without an end", fragments),
    ("a text that is inflated", inflated),
  ]

  private static let many = 8_300_000

  private static var tracks: [UInt8] {
    let track = track(table(sizes: many, perChunk: many, chunks: 1))
    return file([UInt8](repeatElement(track, count: 20).joined()))
  }

  private static var cut: [UInt8] {
    var track = track(table(sizes: 170_000_000, perChunk: 170_000_000, chunks: 1))
    track.replaceSubrange(..<4, with: TagMaker.plain(0x7FFF_FFF0))
    return type + box("moov", header + tags + track)
  }

  private static var fragment: [UInt8] {
    file(plain, isFragmented: true) + moof(packets: 170_000_000)
  }

  private static var fragments: [UInt8] {
    file(plain, isFragmented: true)
      + (0..<40_000).flatMap { _ in box("moof", []) }
  }

  private static var samples: [UInt8] {
    let times = box("stts", TagMaker.plain(0) + [1, 0xFFFF_FFFF, 1].flatMap(TagMaker.plain))
    let table = table(sizes: 1_000, perChunk: 0xFFFF_FF00, chunks: 40, times: times)
    return file(track(table))
  }

  private static var edits: [UInt8] {
    let list = (0..<500).flatMap { _ in
      TagMaker.plain(0x7FFF_FFFF) + TagMaker.plain(0) + TagMaker.plain(0x1_0000)
    }
    let edits = box("edts", box("elst", TagMaker.plain(0) + TagMaker.plain(500) + list))
    let table = table(sizes: 1_000_000, perChunk: 1_000_000, chunks: 1)
    return file(track(table, before: edits))
  }

  private static var groups: [UInt8] {
    let group =
      [UInt8(1), 0, 0, 0] + Array("sync".utf8) + TagMaker.plain(1) + TagMaker.plain(0x7000_0000)
    return file(track(table(sizes: 4, perChunk: 4, chunks: 1) + box("sgpd", group)))
  }

  /// The entry of a codec has boxes, too.
  private static var hidden: [UInt8] {
    let sizes = box("stsz", TagMaker.plain(0) + TagMaker.plain(1) + TagMaker.plain(170_000_000))
    let table = table(sizes: nil, perChunk: 170_000_000, chunks: 1, inEntry: sizes)
    return file(track(table))
  }

  /// Some 100 MB of text in a frame of 600 KB.
  private static var inflated: [UInt8] {
    let text = Deflate.zeros(100_000_000, behind: [3, 0x61])
    var frame = TagMaker.frame("TXXX", TagMaker.synchsafe(100_000_000) + text)
    frame[9] = 0x09
    return TagMaker.id3([TagMaker.text("TIT2", title), frame])
      + (0..<40).flatMap { _ in [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413) }
  }

  // MARK: Parts

  private static var plain: [UInt8] { track(table(sizes: 0, perChunk: 0, chunks: 0)) }

  private static let type = box("ftyp", Array("M4A isom".utf8))

  private static let header = box(
    "mvhd",
    TagMaker.plain(0) + [0, 0, 1_000, 4_000].flatMap(TagMaker.plain)
      + [UInt8](repeating: 0, count: 80)
  )

  private static var tags: [UInt8] {
    let data = box("data", TagMaker.plain(1) + TagMaker.plain(0) + Array(title.utf8))
    let name = TagMaker.plain(data.count + 8) + [0xA9] + Array("nam".utf8) + data
    let handler = box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9)
    )
    return box("udta", box("meta", TagMaker.plain(0) + handler + box("ilst", name)))
  }

  private static func file(_ tracks: [UInt8], isFragmented: Bool = false) -> [UInt8] {
    let defaults = box("trex", [0, 1, 1, 1_024, 1, 0].flatMap(TagMaker.plain))
    let more = isFragmented ? box("mvex", defaults) : []
    return type + box("moov", header + tags + tracks + more)
      + box("mdat", [UInt8](repeating: 0, count: 64))
  }

  private static func moof(packets: Int) -> [UInt8] {
    let head = box("tfhd", TagMaker.plain(0) + TagMaker.plain(1))
    let run = box("trun", TagMaker.plain(0) + TagMaker.plain(packets))
    return box("moof", box("mfhd", TagMaker.plain(0) + TagMaker.plain(1)) + box("traf", head + run))
  }

  private static func track(_ table: [UInt8], before: [UInt8] = []) -> [UInt8] {
    let head = box(
      "tkhd",
      [0, 0, 0, 1, 0, 4_000].flatMap(TagMaker.plain) + [UInt8](repeating: 0, count: 60)
    )
    let media = box(
      "mdhd",
      TagMaker.plain(0) + [0, 0, 16_000, 64_000].flatMap(TagMaker.plain) + TagMaker.plain(0)
    )
    let handler = box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("soun".utf8) + [UInt8](repeating: 0, count: 13)
    )
    return box(
      "trak",
      head + before + box("mdia", media + handler + box("minf", box("stbl", table)))
    )
  }

  private static func table(
    sizes: Int?,
    perChunk: Int,
    chunks: Int,
    times: [UInt8]? = nil,
    inEntry: [UInt8] = []
  ) -> [UInt8] {
    var sound = [UInt8](repeating: 0, count: 28)
    (sound[7], sound[17], sound[19]) = (1, 1, 16)
    (sound[24], sound[25]) = (0x3E, 0x80)
    let entry = box("mp4a", sound + inEntry)
    let count = sizes ?? perChunk
    let run = [1, perChunk, 1].flatMap(TagMaker.plain)
    var table = box("stsd", TagMaker.plain(0) + TagMaker.plain(1) + entry)
    table += times ?? box("stts", [0, 1, count, 1_024].flatMap(TagMaker.plain))
    table += box(
      "stsc",
      TagMaker.plain(0) + TagMaker.plain(chunks > 0 ? 1 : 0) + (chunks > 0 ? run : [])
    )
    if let sizes { table += box("stsz", [0, 1, sizes].flatMap(TagMaker.plain)) }
    let places = [UInt8](repeating: 0, count: chunks * 4)
    return table + box("stco", TagMaker.plain(0) + TagMaker.plain(chunks) + places)
  }

  private static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    TagMaker.plain(body.count + 8) + Array(kind.utf8) + body
  }
}
