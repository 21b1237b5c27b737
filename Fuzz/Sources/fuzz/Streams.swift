import Foundation
import HTTPTypes

@testable import PlayerKit
@testable import PlayerKitHTTP
@testable import PlayerKitMedia

extension FuzzTarget {
  /// Parts of media, and what surrounds it on the network.
  static let streams = [
    FuzzTarget(name: "ts", fixtures: ["ts"]) { bytes in
      var stream = TransportStream()
      let content = try? stream.read(bytes)
      require((content?.audio.count ?? 0) <= bytes.count, "no audio is invented")
      assemble(bytes, initialization: nil)
    },
    FuzzTarget(
      name: "fmp4",
      words: [
        "moov", "trak", "mdia", "mdhd", "stbl", "stsd", "esds", "mvex", "trex", "moof", "traf",
      ],
      fixtures: ["m4s", "mp4", "m4a"]
    ) { bytes in
      let own = try? FragmentedMP4(bytes)
      require((own?.read(bytes).audio.count ?? 0) <= bytes.count * 8 + 64, "audio is bounded")
      assemble(bytes, initialization: bytes)
    },
    FuzzTarget(name: "adts", words: ["ID3", "TPE1"], fixtures: ["aac", "mp3"]) { bytes in
      _ = PackedAudio(bytes)
      _ = PackedAudio.headerLength(bytes)
      _ = ID3Tag.read(bytes[...])
      var aligner = FrameAligner()
      var aligned = Data()
      for piece in pieces(of: bytes) { aligned += aligner.consume(Data(piece)) }
      aligned += aligner.giveUp()
      require(bytes.suffix(aligned.count).elementsEqual(aligned), "only the beginning is dropped")
      assemble(bytes, initialization: nil)
    },
    FuzzTarget(name: "frames", words: ["Xing", "Info", "LAME", "VBRI"], fixtures: ["mp3"]) {
      bytes in
      var whole = MPEGFrameCounter()
      bytes.withUnsafeBytes { whole.consume($0, at: 0) }
      var pieced = MPEGFrameCounter()
      var offset: Int64 = 0
      for piece in pieces(of: bytes) {
        piece.withUnsafeBytes { pieced.consume($0, at: offset) }
        offset += Int64(piece.count)
      }
      require(
        whole.count == pieced.count && whole.marks == pieced.marks
          && whole.beginning == pieced.beginning && whole.statedEnd == pieced.statedEnd,
        "frames do not depend on the pieces"
      )
      bytes.withUnsafeBytes { _ = DeclaredLength.find(in: $0, at: 0) }
    },
    FuzzTarget(
      name: "mp4-index",
      words: ["moov", "mdat", "free", "edts"],
      fixtures: ["m4a", "mp4"]
    ) {
      bytes in
      var whole = MP4IndexFinder()
      let index = bytes.withUnsafeBytes { whole.consume($0, at: 0) }
      var finder = MP4IndexFinder()
      var found: [UInt8]?
      var offset: Int64 = 0
      for piece in pieces(of: bytes) {
        let part = piece.withUnsafeBytes { finder.consume($0, at: offset) }
        found = found ?? part
        offset += Int64(piece.count)
      }
      require(found == index, "the index does not depend on the pieces")
      guard let index else { return }
      _ = ExactEnd(index: index)
      _ = MP4AudioTrack(index: index)
      _ = MP4AudioTrack.shortestLength(index: index)
    },
    FuzzTarget(
      name: "containers",
      words: ["moov", "trak", "OggS", "ID3", "TIT2", "APETAGEX", "\u{1A}"],
      fixtures: ["m4a", "ogg", "mp3", "mka", "ape"]
    ) { walkContainers($0) },
    FuzzTarget(
      name: "ogg-comments",
      words: ["OggS", "OpusTags", "TITLE=", "ARTIST=", "\u{3}vorbis"],
      fixtures: ["ogg", "opus", "oga"]
    ) { bytes in
      var whole = OggCommentReader()
      let found = whole.consume(Data(bytes), at: 0)
      var reader = OggCommentReader()
      var again: [(offset: Int64, comments: OggCommentReader.Comments)] = []
      var offset: Int64 = 0
      for piece in pieces(of: bytes) {
        again += reader.consume(Data(piece), at: offset)
        offset += Int64(piece.count)
      }
      require(
        found.map(\.offset) == again.map(\.offset)
          && found.map(\.comments) == again.map(\.comments),
        "comments do not depend on the pieces"
      )
    },
    FuzzTarget(
      name: "icy",
      words: [
        "StreamTitle='", "';", "StreamUrl='", " - text=\"", "\" song_spot=\"", "{\"title\":\"",
      ],
      samples: ["0123\u{2}StreamTitle='A - B';StreamUrl='';01"]
    ) { bytes in
      guard let first = bytes.first else { return }
      let body = Array(bytes.dropFirst())
      var whole = ICYStripper(interval: Int(first))
      let (audio, found) = whole.consume(Data(body), at: 0)
      var stripper = ICYStripper(interval: Int(first))
      var (again, blocks) = (Data(), [ICYStripper.Finding]())
      for piece in pieces(of: body) {
        let part = stripper.consume(Data(piece), at: Int64(again.count))
        again += part.audio
        blocks += part.found
      }
      require(audio == again && found == blocks, "blocks do not depend on the pieces")
      for block in [Data(body.prefix(4_080))] + found.map(\.text) {
        let fields = ICYBlock.fields(of: block)
        _ = ICYBlock.title(fields["streamtitle"])
      }
    },
    FuzzTarget(
      name: "picture",
      words: ["ftyp", "heic", "ispe", "RIFF", "WEBP", "VP8X"],
      fixtures: [
        "png", "jpg", "gif", "webp",
      ]
    ) { bytes in
      guard let header = PictureHeader(Data(bytes)) else { return }
      require(header.width > 0 && header.height > 0, "a size is positive")
    },
    FuzzTarget(name: "aes") { bytes in
      guard let aes = AES128(key: Array(bytes.prefix(16))) else { return }
      let plain = aes.decrypt(
        Array(bytes.dropFirst(32)),
        vector: Array(bytes.dropFirst(16).prefix(16))
      )
      require((plain?.count ?? 0) <= bytes.count, "nothing is invented")
    },
    FuzzTarget(
      name: "http-response",
      words: [
        "HTTP/1.1 200 OK\r\n", "ICY 200 OK\r\n", "Content-Type: ", "icy-metaint: ", "Set-Cookie: ",
        "Path=/", "Expires=", "Max-Age=", "Retry-After: ", "\r\n\r\n",
        "Sun, 06 Nov 1994 08:49:37 GMT",
      ],
      samples: ["HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/; Max-Age=9\r\nicy-name: x\r\n\r\n"]
    ) { bytes in
      var parser = HeadParser()
      for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
        guard parser.consume(line) == .incomplete else { break }
      }
      _ = HTTPDate.date(text(bytes.prefix(200)))
      guard case .complete(_, let fields) = parser.outcome,
        let url = URL(string: "https://example.com/a/b"),
        let other = URL(string: "https://example.org/a/b")
      else { return }
      let jar = CookieJar()
      jar.take(fields, from: url)
      require(jar.field(for: other) == nil, "a cookie stays at its origin")
      let field = jar.field(for: url) ?? ""
      require(!field.utf8.contains { $0 < 0x20 && $0 != 9 }, "a cookie is one line")
    },
  ]
}

private func assemble(_ bytes: [UInt8], initialization: [UInt8]?) {
  guard let url = URL(string: "https://example.com/p") else { return }
  let list = Array("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,T\na\n#EXT-X-ENDLIST\n".utf8)
  guard case .media(let media) = try? HLSParser.parse(list, from: url),
    let part = media.part(0)
  else { return }
  var assembler = HLSAssembler()
  let input = HLSAssembler.Input(
    part: part,
    bytes: bytes,
    key: nil,
    initialization: initialization,
    initializationKey: nil
  )
  guard let output = try? assembler.assemble(input) else { return }
  require(
    output.announcements.allSatisfy { (0...output.bytes.count).contains($0.offset) },
    "announcements are within the bytes"
  )
  _ = try? assembler.assemble(input)
}

/// Reads an input as each container. All parts are within it, one after another.
private func walkContainers(_ bytes: [UInt8]) {
  let media = Held(all: bytes)
  var place: Int64 = 0
  func requireNext(_ range: Range<Int64>) {
    require(range.lowerBound > place && range.upperBound <= media.size, "parts are in order")
    place = range.upperBound
  }
  var boxes = MP4BoxReader(media, maxBoxes: 10_000)
  let inMemory = Array(MP4Boxes(bytes[...]))
  var found = 0
  while let box = boxes.box(at: place, to: media.size) {
    requireNext(box.body)
    if box.isClipped { break }
    require(found >= 4_096 || inMemory[found].kind == box.kind, "both readers find the same boxes")
    found += 1
  }
  place = 0
  while let page = OggPageHeader(bytes, at: Int(place)) {
    require(page.headerLength <= bytes.count - Int(place), "a header is within the input")
    place += Int64(page.length)
  }
  if let tag = ID3TagHeader(bytes) {
    place = 0
    for frame in ID3FrameReader(media, of: tag, at: 0, to: media.size, maxFrames: 10_000) {
      requireNext(frame.body)
    }
  }
  if let tag = APETag(footer: Array(bytes.suffix(32)), endingAt: media.size) {
    place = tag.items.lowerBound
    for item in APEItems(media, of: tag, maxItems: 10_000) { requireNext(item.value) }
  }
  place = 0
  var elements = EBML(media, maxElements: 10_000)
  while let element = elements.element(at: place, to: media.size) { requireNext(element.body) }
}
