import TestSupport

/// Media with large pictures in its tags. Parsers do not receive all of these bytes.
enum LargeMedia {
  private static let picture = TagMaker.png(count: 200_000)

  /// One of each format that can contain pictures.
  static func make(of media: [[UInt8]]) -> [[UInt8]] {
    media.compactMap { original in
      if original.starts(with: Array("OggS".utf8)) { return ogg(original) }
      if original.starts(with: Array("ID3".utf8)) { return mp3(original) }
      return original.starts(with: Array("fLaC".utf8)) ? flac(original) : nil
    } + media.filter { $0.starts(with: [0xFF]) }.map(ape)
  }

  private static func ogg(_ original: [UInt8]) -> [UInt8] {
    let comments = [
      OggMaker.comment("TITLE", "Before"), OggMaker.picture(picture.count),
      OggMaker.comment("ALBUM", "Behind"),
    ]
    return OggMaker.stream(original, comments: comments)
  }

  private static func mp3(_ original: [UInt8]) -> [UInt8] {
    let length = original[6..<10].reduce(0) { $0 << 7 | Int($1) } + 10
    let frames = [
      TagMaker.text("TIT2", "Before"), TagMaker.picture(picture), TagMaker.text("TALB", "Behind"),
    ]
    return TagMaker.id3(frames) + original[length...]
  }

  private static func flac(_ original: [UInt8]) -> [UInt8] {
    var block = TagMaker.plain(3) + TagMaker.plain(9) + Array("image/png".utf8) + TagMaker.plain(0)
    for number in [640, 480, 24, 0, picture.count] { block += TagMaker.plain(number) }
    block += picture
    // After the first block, which describes the audio.
    return original[..<42] + [6] + TagMaker.plain(block.count)[1...] + block + original[42...]
  }

  private static func ape(_ original: [UInt8]) -> [UInt8] {
    let cover = Array("a.png\0".utf8) + picture
    let tag = TagMaker.ape([
      ("Cover Art (Front)", cover, isText: false), ("Title", Array("Behind".utf8), isText: true),
    ])
    return original + tag
  }
}
