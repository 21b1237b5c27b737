import PlayerKitMedia
import TestSupport
import Testing

/// Bytes in memory.
struct GivenMedia: RandomAccessBytes {
  let all: [UInt8]

  init(_ parts: [UInt8]...) { all = parts.reduce(into: []) { $0 += $1 } }

  var size: Int64 { Int64(all.count) }

  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    return Array(all[Int(offset)...].prefix(count))
  }
}

@Suite("Tags of MPEG audio", .tags(.pure), .timeLimit(.minutes(1)))
struct TagLayoutTests {
  private static func frames() throws -> [UInt8] {
    Array(try MP3Maker(fixture: "joint-lame.mp3").data(.none))
  }

  private static func userText(_ key: String, _ value: String, version: UInt8 = 4) -> [UInt8] {
    TagMaker.text("TXXX", Array(key.utf8) + [0] + Array(value.utf8), .latin1, version: version)
  }

  private static let ape = TagMaker.ape([
    ("REPLAYGAIN_TRACK_GAIN", Array("-6.0 dB".utf8), true),
    ("Cover Art (Front)", [UInt8](repeating: 7, count: 9_000), false),
    ("replaygain_track_peak", Array("0.5".utf8), true),
  ])
  private static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
  private static let lyrics2 = Array("LYRICSBEGININD0000200000021LYRICS200".utf8)
  private static let lyrics1 = Array("LYRICSBEGIN la la LYRICSEND".utf8)
  private static let trailing = Array("TAG+".utf8) + [UInt8](repeating: 1, count: 223) + id3v1
  private static let footer =
    Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 0, 5] + [0, 0, 0, 0, 0]
    + Array("3DI".utf8) + [4, 0, 0x10, 0, 0, 0, 5]

  @Test("may surround the audio in any number and order")
  func anyNumber() throws {
    let frames = try Self.frames()
    let first = TagMaker.id3([TagMaker.text("TIT2", "First")])
    let second = TagMaker.id3([TagMaker.picture(TagMaker.png(count: 200_000))])
    let zeros = [UInt8](repeating: 0, count: 3_000)
    for behind in [
      [], Self.id3v1, Self.ape, Self.ape + Self.id3v1, Self.id3v1 + Self.ape,
      Self.lyrics2 + Self.id3v1, Self.lyrics1 + Self.id3v1, Self.trailing, Self.footer,
      Self.ape + Self.lyrics2 + Self.trailing,
    ] as [[UInt8]] {
      for front in [[], first, first + second, second + first + second, first + zeros] {
        let layout = try #require(TagLayout(GivenMedia(front, frames, behind)))
        let start = Int64(front.count)
        #expect(layout.audio == start..<start + Int64(frames.count))
        #expect(layout.firstTag.isEmpty == front.isEmpty)
      }
    }
  }

  @Test("that are single and first do not change the demuxer's input")
  func oneTag() throws {
    let media = GivenMedia(TagMaker.id3([TagMaker.text("TIT2", "x")]), try Self.frames())
    #expect(TagLayout(media)?.view(of: media.size) == nil)
  }

  @Test("may be separated from the first frame by other bytes")
  func otherBytes() throws {
    let frames = try Self.frames()
    let tag = TagMaker.id3([TagMaker.text("TIT2", "First")])
    let junk = [UInt8](repeating: 0x55, count: 3_000)
    for front in [junk, [UInt8](repeating: 0, count: 3_000), tag + junk] {
      let media = GivenMedia(front, frames, Self.id3v1)
      let layout = try #require(TagLayout(media))
      #expect(layout.audio == Int64(front.count)..<Int64(front.count + frames.count))
      #expect(layout.view(of: media.size) != nil)
    }
    // Containers of MP3 stay whole, and too many other bytes are no junk.
    #expect(TagLayout(GivenMedia(Array("RIFF".utf8), junk, frames)) == nil)
    #expect(TagLayout(GivenMedia([0, 0, 0, 8], Array("wide".utf8), junk, frames)) == nil)
    let long = [UInt8](repeating: 0x55, count: 100_000)
    #expect(TagLayout(GivenMedia(long, frames)) == nil)
    // At the end of other media, one or two frames may occur by chance.
    #expect(TagLayout(GivenMedia(junk, Array(frames.prefix(500)))) == nil)
    let packet = [0x47] + [UInt8](repeating: 0x55, count: 187)
    #expect(TagLayout(GivenMedia(packet, packet, packet, frames)) == nil)
  }

  @Test("at unusual places are listed")
  func unusualPlaces() throws {
    let frames = try Self.frames()
    let tag = TagMaker.id3([TagMaker.text("TIT2", "First")])
    let ape = TagMaker.ape([("Title", Array("Song".utf8), true)], hasHeader: true)
    let usual = try #require(TagLayout(GivenMedia(tag, frames, ape + Self.id3v1)))
    #expect(usual.otherTags.isEmpty)
    let odd = try #require(TagLayout(GivenMedia(tag + tag + ape, frames, Self.footer)))
    let (one, two) = (Int64(tag.count), Int64(2 * tag.count))
    let end = two + Int64(ape.count + frames.count)
    #expect(
      odd.otherTags == [
        one..<two, two..<two + Int64(ape.count), end..<end + Int64(Self.footer.count),
      ]
    )
  }

  @Test("may surround AAC in ADTS")
  func aroundADTS() throws {
    let data = [UInt8](try Fixture.data("Tags/id3.aac"))
    let start = Int(try #require(ID3TagHeader([UInt8](data))).tagLength)
    let frames = Array(data[start...])
    let media = GivenMedia(Array(data[..<start]), Array(data[..<start]), frames, Self.ape)
    let layout = try #require(TagLayout(media))
    #expect(layout.audio == Int64(start * 2)..<Int64(start * 2 + frames.count))
    #expect(layout.adts?.sampleRate == 16_000)
    #expect(layout.firstFrames(media) == nil)
  }

  @Test("are removed in front of other media if there are several")
  func beforeOthers() throws {
    let tag = TagMaker.id3([TagMaker.text("TIT2", "First")])
    let flac = [UInt8](try Fixture.data("seam-a.flac"))
    let zeros = [UInt8](repeating: 0, count: 500)
    #expect(TagLayout.viewWithoutTags(GivenMedia(flac)) == nil)
    #expect(TagLayout.viewWithoutTags(GivenMedia(tag, flac)) == nil)
    for front in [tag + tag, tag + zeros] {
      let media = GivenMedia(front, flac)
      let view = try #require(TagLayout.viewWithoutTags(media))
      #expect(view == MediaView([.media(Int64(front.count)..<media.size)]))
    }
  }

  @Test("that are truncated or have a wrong length are no tags")
  func lies() throws {
    let frames = try Self.frames()
    let huge = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
    #expect(TagLayout(GivenMedia(huge, frames)) == nil)
    var ape = Self.ape
    ape.replaceSubrange(ape.count - 20..<ape.count - 16, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let layout = try #require(TagLayout(GivenMedia(frames, ape)))
    #expect(layout.audio.upperBound == Int64(frames.count + ape.count))
    let lyrics = Array("999999LYRICS200".utf8)
    #expect(TagLayout(GivenMedia(frames, lyrics))?.audio.upperBound == Int64(frames.count + 15))
  }

  @Test("are not searched in other media")
  func others() {
    #expect(TagLayout(GivenMedia(TagMaker.id3([]), Array("fLaC".utf8), Self.id3v1)) == nil)
    #expect(TagLayout(GivenMedia([])) == nil)
  }

  @Test("state the gain: ID3v2 before APEv2, the first field of equal ones")
  func gains() throws {
    let frames = try Self.frames()
    let key = "replaygain_track_gain"
    let id3 = TagMaker.id3([
      Self.userText("REPLAYGAIN_TRACK_GAIN", "-3 dB"), Self.userText(key, "-1 dB"),
    ])
    #expect(TagLayout(GivenMedia(frames, Self.ape))?.fields.gains[key] == "-6.0 dB")
    #expect(TagLayout(GivenMedia(frames, Self.ape))?.fields.gains["replaygain_track_peak"] == "0.5")
    #expect(TagLayout(GivenMedia(id3, frames, Self.ape))?.fields.gains[key] == "-3 dB")
    let plain = TagMaker.id3([TagMaker.text("TIT2", "x")])
    #expect(TagLayout(GivenMedia(plain, id3, frames))?.fields.gains[key] == "-3 dB")
    let utf16 =
      [UInt8](Array("\u{FEFF}\(key)\0".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
      + Array("\u{FEFF}-2 dB".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let wide = TagMaker.id3([TagMaker.text("TXXX", utf16, .utf16, version: 3)], version: 3)
    #expect(TagLayout(GivenMedia(wide, frames))?.fields.gains[key] == "-2 dB")
  }

  @Test("state the gain by RVA2 if there is no text")
  func relativeVolume() throws {
    let frames = try Self.frames()
    // −4 dB are −2,048 of 1/512; the peak is half of full scale.
    let body = Array("track".utf8) + [0, 1, 0xF8, 0x00, 16, 0x40, 0x00]
    let tag = TagMaker.id3([TagMaker.frame("RVA2", body)])
    let gains = try #require(TagLayout(GivenMedia(tag, frames))).fields.gains
    #expect(gains == ["replaygain_track_gain": "-4.0 dB", "replaygain_track_peak": "0.5"])
    let both = TagMaker.id3([
      TagMaker.frame("RVA2", body), Self.userText("replaygain_track_gain", "-1 dB"),
    ])
    let told = TagLayout(GivenMedia(both, frames))?.fields.gains["replaygain_track_gain"]
    #expect(told == "-1 dB")
    for count in 0..<body.count {
      _ = TagLayout(
        GivenMedia(TagMaker.id3([TagMaker.frame("RVA2", Array(body.prefix(count)))]), frames)
      )
    }
  }
}

@Suite("Frames of MPEG audio", .tags(.pure), .timeLimit(.minutes(1)))
struct MPEGFrameScanTests {
  @Test(
    "are counted in pieces of any length, and after other bytes",
    arguments: [1, 3, 4, 417, 100_000]
  )
  func count(length: Int) throws {
    let maker = try MP3Maker(fixture: "joint-lame.mp3")
    let bytes = [UInt8](maker.data(.none))
    let frame = try #require(MPEGFrame(bytes, at: 0))
    func count(_ bytes: [UInt8]) -> Int {
      var scan = MPEGFrameScan(like: frame)
      for start in stride(from: 0, to: bytes.count, by: length) {
        Array(bytes[start..<min(start + length, bytes.count)]).withUnsafeBytes { scan.consume($0) }
      }
      return scan.count
    }
    #expect(count(bytes) == maker.frames.count)
    let junk = [UInt8](repeating: 0x55, count: 5_001)
    #expect(count(bytes + junk + bytes) == 2 * maker.frames.count)
    #expect(count(junk) == 0)
    #expect(count([UInt8](repeating: 0xFF, count: 5_000)) == 0)
  }

  @Test("of AAC in ADTS are counted alike", arguments: [1, 5, 6, 417, 100_000])
  func countADTS(length: Int) throws {
    let data = [UInt8](try Fixture.data("Tags/id3.aac"))
    let start = Int(try #require(ID3TagHeader([UInt8](data))).tagLength)
    let frames = Array(data[start...])
    var scan = MPEGFrameScan(like: try #require(ADTSFrame(frames, at: 0)))
    let bytes = frames + [UInt8](repeating: 0x55, count: 5_001) + frames
    for start in stride(from: 0, to: bytes.count, by: length) {
      Array(bytes[start..<min(start + length, bytes.count)]).withUnsafeBytes { scan.consume($0) }
    }
    #expect(scan.count == 128)
  }
}
