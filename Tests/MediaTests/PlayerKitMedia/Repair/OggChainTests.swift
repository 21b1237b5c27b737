import PlayerKitMedia
import TestSupport
import Testing

@Suite("Chained Ogg streams", .tags(.pure), .timeLimit(.minutes(1)))
struct OggChainTests {
  /// A stream with another number and a title.
  private static func stream(_ name: String, serial: UInt8, title: String) throws -> [UInt8] {
    var bytes = OggMaker.stream(
      Array(try Fixture.data(name)),
      comments: [Array("TITLE=\(title)".utf8)]
    )
    var place = 0
    while place + 27 <= bytes.count {
      bytes[place + 14] = serial
      let count = Int(bytes[place + 26])
      place += 27 + count + bytes[place + 27..<place + 27 + count].reduce(0) { $0 + Int($1) }
    }
    return bytes
  }

  @Test("are found even if they have the same number", arguments: ["joint.ogg", "joint.opus"])
  func copies(name: String) throws {
    let streams = try (1...3).map { try Self.stream(name, serial: 7, title: "Title \($0)") }
    let chain = try #require(OggChain(GivenMedia(streams[0], streams[1], streams[2])))
    #expect(chain.links.map(\.title) == ["Title 1", "Title 2", "Title 3"])
    let different = try [1, 7].map { try Self.stream(name, serial: $0, title: "") }
    let two = try #require(OggChain(GivenMedia(different[0], different[1])))
    #expect(abs((chain.duration - two.duration * 1.5).seconds) < 0.000_001)
  }

  @Test(
    "have a total length, and each has its title",
    arguments: ["joint.ogg", "joint.opus"]
  )
  func chain(name: String) throws {
    let streams = try (1...3).map { try Self.stream(name, serial: $0, title: "Title \($0)") }
    let one = try #require(OggChain(GivenMedia(streams[0], streams[1])))
    let chain = try #require(OggChain(GivenMedia(streams[0], streams[1], streams[2])))
    #expect(chain.links.map(\.title) == ["Title 1", "Title 2", "Title 3"])
    #expect(chain.links.map(\.start) == [.zero, one.duration / 2, one.duration])
    #expect(chain.duration == one.duration / 2 * 3)
  }

  @Test("do not count Opus' delay")
  func preSkip() throws {
    let bytes = Array(try Fixture.data("joint.opus"))
    let head = try #require(bytes.firstRange(of: Array("OpusHead".utf8))).lowerBound
    let skipped = Int(bytes[head + 10]) | Int(bytes[head + 11]) << 8
    let last = try #require(
      bytes.indices.last { bytes[$0] == 0x4F && bytes[$0...].starts(with: "OggS".utf8) }
    )
    let granule = bytes[last + 6..<last + 14].reversed().reduce(0) { $0 << 8 | Int($1) }
    let chain = try #require(OggChain(GivenMedia(bytes)))
    #expect(chain.duration == .seconds(Double(granule - skipped) / 48_000))
  }

  @Test("count a last page wherever it begins")
  func lastPage() throws {
    let original = Array(try Fixture.data("joint.opus"))
    let plain = try #require(OggChain(GivenMedia(original))).duration
    for count in stride(from: 40_000, to: 70_000, by: 500) {
      let filler = Array("X=".utf8) + [UInt8](repeating: 0x78, count: count)
      let media = GivenMedia(OggMaker.stream(original, comments: [filler]))
      #expect(OggChain(media)?.duration == plain, "\(media.size) bytes")
    }
  }

  @Test("are not searched in one Vorbis stream, in other media, or in truncated files")
  func others() throws {
    let vorbis = Array(try Fixture.data("joint.ogg"))
    #expect(OggChain(GivenMedia(vorbis)) == nil)
    #expect(OggChain(GivenMedia(Array(vorbis.prefix(100)))) == nil)
    #expect(OggChain(GivenMedia(Array("OggS".utf8))) == nil)
    let opus = Array(try Fixture.data("joint.opus"))
    for count in stride(from: 0, to: 400, by: 7) {
      _ = OggChain(GivenMedia(Array(opus.prefix(count))))
    }
  }
}
