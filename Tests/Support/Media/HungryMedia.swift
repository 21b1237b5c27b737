/// Small files that make a reader create an enormous number of entries, because an index can
/// declare any number of packets in a few bytes.
package enum HungryMedia {
  /// The title in the tags of all files.
  package static let title = "Still here"

  package static let all: [(name: String, bytes: [UInt8])] = [
    ("packets of many tracks", tracks), ("packets of a fragment", fragment),
    ("samples that are packets", samples), ("edits that repeat packets", edits),
    ("groups of packets", groups), ("tables outside of their place", hidden),
    ("a track that is longer than the file", cut), ("fragments without an end", fragments),
    ("a text that is inflated", inflated),
  ]

  /// Files that a player refuses. Each would make libavformat allocate gigabytes, or block for
  /// minutes.
  package static let refused: [(name: String, bytes: [UInt8])] =
    [
      ("packets of many tracks", tracks), ("packets of a fragment", fragment),
      ("samples that are packets", samples), ("edits that repeat packets", edits),
      ("a track that is longer than the file", cut),
      ("a compressed text", bomb + frames), ("a compressed text of version 3", oldBomb + frames),
      ("a compressed text after other tags", TagMaker.id3([]) + TagMaker.id3([]) + bomb + frames),
      ("a compressed comment", TagMaker.id3([compressed("COMM")]) + frames),
      ("a compressed picture", TagMaker.id3([compressed("APIC")]) + frames),
      ("a compressed private frame", TagMaker.id3([compressed("PRIV")]) + frames),
      ("a compressed text in WAV", wav), ("a compressed text in AIFF", aiff),
      ("a compressed text in AAC", bomb + [0xFF, 0xF1, 0x50, 0x80, 0, 0x1F, 0xFC]),
      ("a compressed text before FLAC", bomb + Array("fLaC".utf8)),
      ("many compressed texts", manyBombs), ("many texts", manyTexts),
      ("many texts of version 2", manyOldTexts), ("many chapters", manyChapters),
      ("many comments in FLAC", manyComments), ("many comments in Ogg", manyOggComments),
      ("many texts in WAV", manyInfo), ("many marks in WAV", manyMarks),
      ("many tags in MP4", manyItems), ("many strings in CAF", manyStrings),
      ("many tags in Matroska", manySimpleTags),
      ("many comments in FLAC after a name that is too long", manyLaterComments),
      ("many texts in WAV after one that is too long", manyLaterInfo),
    ]

  /// Refused files that still play from a disk, because the loader cuts the dangerous part out.
  package static let cutOut: Set<String> = ["a compressed text after other tags"]

  /// Files whose dangerous part a player does not read.
  package static let defused: [(name: String, bytes: [UInt8])] = [
    ("groups of packets", groups), ("tables outside of their place", hidden),
    ("fragments without an end", fragments), ("a compressed index", compressedIndex),
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

  /// The entry of a codec contains boxes, too.
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

  private static let inflatedLength = 64_000_000
  private static let deflated = Deflate.zeros(inflatedLength, behind: [3, 0x61])

  private static func compressed(_ id: String, version: UInt8 = 4) -> [UInt8] {
    // In either version, a reader that uses seven bits per length byte finds less.
    var frame = TagMaker.frame(id, TagMaker.plain(inflatedLength) + deflated, version: version)
    frame[9] = 0x09
    return frame
  }

  private static let bomb = TagMaker.id3([compressed("TIT2")])
  private static let oldBomb = TagMaker.id3([compressed("TIT2", version: 3)], version: 3)

  private static var manyBombs: [UInt8] {
    let text = Deflate.zeros(100_000, behind: [3, 0x61])
    var frame = TagMaker.frame("TXXX", TagMaker.plain(100_000) + text)
    frame[9] = 0x09
    return TagMaker.id3([[UInt8]](repeating: frame, count: 1_000)) + frames
  }

  private static var manyTexts: [UInt8] {
    TagMaker.id3((0..<50_000).map { TagMaker.text("TXXX", "\($0)\0a") }) + frames
  }

  private static var manyOldTexts: [UInt8] {
    let frames = (0..<50_000).map { number in
      let text = [3] + Array("\(number)\0a".utf8)
      return Array("TXX".utf8) + TagMaker.plain(text.count).dropFirst() + text
    }
    return TagMaker.id3(frames, version: 2) + self.frames
  }

  private static var manyChapters: [UInt8] {
    let times = [0, 1, 0xFFFF_FFFF, 0xFFFF_FFFF].flatMap(TagMaker.plain)
    return TagMaker.id3(
      (0..<100_000).map { TagMaker.frame("CHAP", Array("\($0)\0".utf8) + times) }
    ) + frames
  }

  private static func little(_ number: Int) -> [UInt8] { TagMaker.plain(number).reversed() }

  private static func comments(_ count: Int) -> [UInt8] {
    little(0) + little(count)
      + (0..<count).flatMap { number in
        let text = Array("K\(number)=a".utf8)
        return little(text.count) + text
      }
  }

  private static var manyComments: [UInt8] { flac(before: []) }

  /// A reader that follows the length of the name skips the comments.
  private static var manyLaterComments: [UInt8] {
    flac(before: [4, 0, 0, 8] + little(8 << 20) + little(0))
  }

  private static func flac(before: [UInt8]) -> [UInt8] {
    let information: [UInt8] = [16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0]
    let comments = comments(50_000)
    return Array("fLaC".utf8) + [0, 0, 0, 34] + information + [UInt8](repeating: 0, count: 20)
      + before + [0x84] + TagMaker.plain(comments.count).dropFirst() + comments + [0xFF, 0xF8]
  }

  private static var manyOggComments: [UInt8] {
    func page(_ body: [UInt8], _ number: UInt8, _ flags: UInt8) -> [UInt8] {
      let segments = [UInt8](repeating: 255, count: body.count / 255) + [UInt8(body.count % 255)]
      return Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8)
        + [7, 0, 0, 0, number] + [UInt8](repeating: 0, count: 7) + [UInt8(segments.count)]
        + segments + body
    }
    let head = Array("OpusHead".utf8) + [1, 1, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 0]
    let comments = Array("OpusTags".utf8) + comments(50_000)
    return page(head, 0, 2) + page(Array(comments.prefix(60_000)), 1, 0)
  }

  private static func wave(_ more: [UInt8]) -> [UInt8] {
    let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
    let sound = [UInt8](repeating: 0, count: 16_000)
    return chunk(
      "RIFF",
      Array("WAVE".utf8) + chunk("fmt ", format) + more + chunk("data", sound)
    )
  }

  private static var manyInfo: [UInt8] { wave(manyTextsOfWAV) }

  private static var manyLaterInfo: [UInt8] {
    let item = Array("INAM".utf8) + little(8 << 20)
    return wave(chunk("LIST", Array("INFO".utf8) + item) + manyTextsOfWAV)
  }

  private static var manyTextsOfWAV: [UInt8] {
    let items = (0..<50_000).flatMap { number -> [UInt8] in
      [0, 4, 8, 12].map { UInt8(0x41 + (number >> $0) & 15) } + [2, 0, 0, 0, 0x61, 0]
    }
    return chunk("LIST", Array("INFO".utf8) + items)
  }

  private static var manyMarks: [UInt8] {
    let marks = (0..<100_000).flatMap { [$0, $0, 0, 0, 0, $0].flatMap(little) }
    return wave(chunk("cue ", little(100_000) + marks))
  }

  private static var manyItems: [UInt8] {
    let items = (0..<50_000).flatMap { number -> [UInt8] in
      let name = box("name", TagMaker.plain(0) + Array("K\(number)".utf8))
      let data = box("data", TagMaker.plain(1) + TagMaker.plain(0) + [0x61])
      return box("----", box("mean", TagMaker.plain(0) + Array("com.a".utf8)) + name + data)
    }
    let tags = box("udta", box("meta", TagMaker.plain(0) + box("ilst", items)))
    return type + box("moov", header + plain + tags) + box("mdat", [0])
  }

  private static var manyStrings: [UInt8] {
    let strings = (0..<50_000).flatMap { Array("K\($0)\0a\0".utf8) }
    func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
      Array(kind.utf8) + TagMaker.plain(0) + TagMaker.plain(body.count) + body
    }
    let rate: [UInt8] = [0x40, 0xBF, 0x40, 0, 0, 0, 0, 0]
    let sound = rate + Array("lpcm".utf8) + [0, 2, 1, 1, 16].flatMap(TagMaker.plain)
    return Array("caff".utf8) + [0, 1, 0, 0] + chunk("desc", sound)
      + chunk("info", TagMaker.plain(50_000) + strings)
      + chunk("data", [UInt8](repeating: 0, count: 16_004))
  }

  private static var manySimpleTags: [UInt8] {
    func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
      id + [0x10] + TagMaker.plain(body.count).dropFirst() + body
    }
    let tags = (0..<50_000).flatMap { number -> [UInt8] in
      let name = element([0x45, 0xA3], Array("K\(number)".utf8))
      return element([0x73, 0x73], element([0x67, 0xC8], name + element([0x44, 0x87], [0x61])))
    }
    let head = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
    return head + element([0x18, 0x53, 0x80, 0x67], element([0x12, 0x54, 0xC3, 0x67], tags))
  }

  private static var frames: [UInt8] {
    (0..<40).flatMap { _ in [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413) }
  }

  private static var wav: [UInt8] { wave(chunk("id3 ", even(bomb))) }

  private static var aiff: [UInt8] {
    let common =
      [0, 1, 0, 0, 0x1F, 0x40, 0, 16, 0x40, 0x0B, 0xFA, 0] + [UInt8](repeating: 0, count: 6)
    let sound = [UInt8](repeating: 0, count: 16_008)
    func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
      Array(kind.utf8) + TagMaker.plain(body.count) + body
    }
    return chunk(
      "FORM",
      Array("AIFF".utf8) + chunk("COMM", common) + chunk("ID3 ", even(bomb)) + chunk("SSND", sound)
    )
  }

  private static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + TagMaker.plain(body.count).reversed() + body
  }

  private static func even(_ bytes: [UInt8]) -> [UInt8] {
    bytes.count.isMultiple(of: 2) ? bytes : bytes + [0]
  }

  /// A compressed index, as QuickTime once wrote it.
  private static var compressedIndex: [UInt8] {
    let index = TagMaker.plain(inflatedLength) + deflated
    let boxes = box("dcom", Array("zlib".utf8)) + box("cmvd", index)
    return box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + box("moov", box("cmov", boxes))
      + box("mdat", [UInt8](repeating: 0, count: 64))
  }

  // MARK: Harmless files

  /// An audiobook of twelve hours with a cover. It is harmless and has no sound.
  package static var audioBook: [UInt8] {
    let packets = 12 * 3_600 * 44_100 / 1_024
    let sizes = (0..<packets).flatMap { _ in [0, 0, 1, 0x23] as [UInt8] }
    let head = [0, 0, packets].flatMap(TagMaker.plain)
    let edits = box(
      "edts",
      box(
        "elst",
        [0, 2, 1_000, 0xFFFF_FFFF, 0x1_0000, 4_000, 0, 0x1_0000].flatMap(TagMaker.plain)
      )
    )
    let track = track(
      table(sizes: nil, perChunk: packets, chunks: 1) + box("stsz", head + sizes),
      before: edits
    )
    let cover = box(
      "covr",
      box("data", TagMaker.plain(13) + [UInt8](repeating: 0x49, count: 3 << 20))
    )
    let kept = box("udta", box("meta", TagMaker.plain(0) + box("ilst", cover)))
    return type + box("moov", header + track + kept)
      + box("mdat", [UInt8](repeating: 0, count: packets * 0x123))
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
