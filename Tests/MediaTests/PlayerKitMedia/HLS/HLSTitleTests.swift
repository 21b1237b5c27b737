import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// The titles in the parts of a stream.
@Suite(.tags(.pure)) struct HLSTitleTests {
  private func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
  }

  private func tag(_ frames: [UInt8]...) -> [UInt8] {
    let body = frames.flatMap(\.self)
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(body.count)] + body
  }

  private func metadata(_ tag: [UInt8]) -> StreamMetadata? { ID3Tag.read(tag[...])?.tag.metadata }

  @Test("A playlist's text becomes one line without control characters")
  func wordsPlaylistOne() {
    let title = StreamMetadata.ofPart(title: "A\u{1B}[31mB\tC\u{7}  D")?.title
    #expect(title == "A [31mB C D")
    let long = String(repeating: "x", count: 5_000)
    #expect(StreamMetadata.ofPart(title: long)?.title?.count == 1_000)
    #expect(StreamMetadata.ofPart(title: " \u{7} ") == nil)
    #expect(StreamMetadata.ofPart(title: "No Desc") == nil)
  }

  @Test("Artist and title are separated")
  func artistTitleTold() {
    let both = StreamMetadata(title: "T", artist: "A")
    #expect(StreamMetadata.ofPart(title: "title=\"T\",artist=\"A\"") == both)
    #expect(metadata(tag(frame("TIT2", [3] + "T".utf8), frame("TPE1", [3] + "A".utf8))) == both)
    #expect(metadata(tag(frame("TPE1", [3] + "A\u{1B}".utf8))) == StreamMetadata(artist: "A"))
  }

  @Test("A station's own frames give the title, in any encoding")
  func stationOwnFrames() {
    let utf8 = frame("TXXX", [3] + Array("title\0T".utf8))
    let utf16 = frame("TXXX", [1, 0xFF, 0xFE, 0x61, 0, 0, 0, 0xFF, 0xFE, 0x41, 0])
    #expect(metadata(tag(utf8)) == StreamMetadata(title: "T"))
    #expect(metadata(tag(utf8, frame("TIT2", [3] + "U".utf8)))?.title == "U")
    #expect(metadata(tag(utf16)) == nil)
    let artist = frame("TXXX", [0] + Array("ARTIST\0A".utf8))
    #expect(metadata(tag(artist)) == StreamMetadata(artist: "A"))
    #expect(metadata(tag(frame("TXXX", [3] + Array("title".utf8)))) == nil)
    #expect(metadata(tag(frame("TXXX", [3]))) == nil)
  }

  @Test("Messages between fragments contain tags", arguments: [0, 1] as [UInt8])
  func messagesBetweenFragments(version: UInt8) throws {
    let names = Array("https://aomedia.org/emsg/ID3\0\0".utf8)
    let times = [UInt8](repeating: 0, count: version == 0 ? 16 : 20)
    let tag = tag(frame("TIT2", [3] + "T".utf8))
    let body = [version, 0, 0, 0] + (version == 0 ? names + times : times + names) + tag
    let box = [0, 0, 0, UInt8(body.count + 8)] + Array("emsg".utf8) + body
    var maker = MP4Maker(edits: nil)
    maker.trackID = 1
    maker.isInFragments = true
    let movie = try FragmentedMP4(maker.box("moov", maker.index))
    #expect(movie.read(box).tags.map(\.tag.title) == ["T"])
    // A tag cut anywhere gives no title, and does not trap.
    for count in 0..<body.count - tag.count {
      let cut = [0, 0, 0, UInt8(count + 8)] + Array("emsg".utf8) + body.prefix(count)
      #expect(movie.read(cut).tags.isEmpty)
    }
  }

  @Test("A playlist that arrives drop by drop times out")
  func playlistDripsNot() throws {
    let stream = DrippingStream()
    #expect(throws: PlayerError.self) {
      try stream.readAll(upTo: 1 << 20, within: .zero)
    }
    #expect(stream.reads == 1)
  }
}

private final class DrippingStream: ByteStream, @unchecked Sendable {
  var reads = 0
  let isSeekable = false
  let size: Int64? = nil

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    reads += 1
    buffer.copyBytes(from: [35])
    return 1
  }

  func seek(to offset: Int64) throws(PlayerError) {}
  func cancel() {}
  func close() {}
}
