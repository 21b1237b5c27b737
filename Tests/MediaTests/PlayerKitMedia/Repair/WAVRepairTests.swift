import PlayerKitMedia
import Testing

@Suite("A WAV header", .tags(.pure), .timeLimit(.minutes(1)))
struct WAVRepairTests {
  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ body: [UInt8], padded: Bool = true) -> [UInt8] {
    Array(name.utf8) + little(body.count, 4) + body
      + (padded && body.count % 2 == 1 ? [0] : [])
  }

  private static func format(
    tag: Int = 1,
    channels: Int = 2,
    bytes: Int,
    bits: Int,
    valid: Int? = nil,
    mask: Int = 3
  ) -> [UInt8] {
    let block = channels * bytes
    let head =
      little(valid == nil ? tag : 0xFFFE, 2) + little(channels, 2) + little(44_100, 4)
      + little(44_100 * block, 4) + little(block, 2) + little(bits, 2)
    guard let valid else { return chunk("fmt ", head) }
    let rest = little(22, 2) + little(valid, 2) + little(mask, 4) + little(tag, 2)
    return chunk("fmt ", head + rest + [UInt8](repeating: 9, count: 14))
  }

  private static func wav(_ chunks: [UInt8]...) -> GivenMedia {
    let body = Array("WAVE".utf8) + chunks.joined()
    return GivenMedia(Array("RIFF".utf8) + little(body.count, 4) + body)
  }

  /// All bytes as a demuxer sees them.
  private static func seen(_ media: GivenMedia) -> [UInt8]? {
    guard let view = WAVRepair.view(of: media) else { return nil }
    var (bytes, place) = ([UInt8](), Int64(0))
    while place < view.size {
      var piece = [UInt8](repeating: 0, count: 1_000)
      let count = piece.withUnsafeMutableBytes { buffer in
        view.read(at: place, into: buffer) { offset, part in
          let found = media.bytes(at: offset, count: part.count)
          part.copyBytes(from: found)
          return found.count
        }
      }
      guard count > 0 else { break }
      bytes += piece.prefix(count)
      place += Int64(count)
    }
    return bytes
  }

  private static let data = chunk("data", [UInt8](repeating: 5, count: 2_400))

  @Test(
    "with fewer valid bits than its samples' bytes gets the bytes' number",
    arguments: [(4, 24), (4, 20), (4, 16), (3, 16), (3, 12), (2, 8)]
  )
  func validBits(bytes: Int, valid: Int) throws {
    for media in [
      Self.wav(Self.format(bytes: bytes, bits: bytes * 8, valid: valid), Self.data),
      Self.wav(Self.format(bytes: bytes, bits: valid), Self.data),
      Self.wav(Self.format(bytes: bytes, bits: valid, valid: valid), Self.data),
    ] {
      let isExtended = media.all[20] == 0xFE
      let usual =
        isExtended
        ? Self.wav(Self.format(bytes: bytes, bits: bytes * 8, valid: bytes * 8), Self.data)
        : Self.wav(Self.format(bytes: bytes, bits: bytes * 8), Self.data)
      #expect(Self.seen(media) == usual.all)
    }
  }

  @Test(
    "of a usual form is not changed",
    arguments: [(2, 16, 16), (2, 14, 14), (3, 24, 24), (3, 20, 20), (4, 32, 32)]
  )
  func usual(bytes: Int, bits: Int, valid: Int) {
    #expect(WAVRepair.view(of: Self.wav(Self.format(bytes: bytes, bits: bits), Self.data)) == nil)
    let extended = Self.format(bytes: bytes, bits: bytes * 8, valid: valid)
    #expect(WAVRepair.view(of: Self.wav(extended, Self.data)) == nil)
    // Another format's code counts its bits differently.
    let other = Self.format(tag: 17, bytes: 512, bits: 4)
    #expect(WAVRepair.view(of: Self.wav(other, Self.data)) == nil)
  }

  @Test(
    "with a layout that can't be mixed gets the usual one for its number of channels",
    arguments: [
      (1, 1, 4), (2, 0x600, 3), (2, 0x21, 3), (3, 3, 7), (4, 0x1B, 0x33), (6, 0x3F00, 0x3F),
    ]
  )
  func layout(channels: Int, mask: Int, usual: Int) {
    let odd = Self.format(channels: channels, bytes: 2, bits: 16, valid: 16, mask: mask)
    let even = Self.format(channels: channels, bytes: 2, bits: 16, valid: 16, mask: usual)
    #expect(Self.seen(Self.wav(odd, Self.data)) == Self.wav(even, Self.data).all)
    #expect(WAVRepair.view(of: Self.wav(even, Self.data)) == nil)
  }

  @Test("is repaired in a stream's first bytes, which keep their length")
  func headAlone() throws {
    func media(_ valid: Int) -> [UInt8] {
      let format = Self.format(bytes: 3, bits: 24, valid: valid)
      return Self.wav(Self.chunk("JUNK", [1, 2, 3]), format, Self.data).all
    }
    let (odd, usual) = (media(12), media(24))
    // The format ends after 72 bytes.
    for count in [73, 100, odd.count] {
      let head = Array(odd.prefix(count))
      #expect(WAVRepair.repaired(head: head) == Array(usual.prefix(count)))
    }
    for count in 0...72 {
      let head = Array(odd.prefix(count))
      #expect(WAVRepair.repaired(head: head) == head)
    }
    let stream = SniffingStream(MemoryByteSource(odd).makeStream()) { _, _, _ in nil }
    var piece = [UInt8](repeating: 0, count: 100)
    for _ in 0..<2 {
      try stream.seek(to: 0)
      #expect(try stream.read(into: &piece) == 100)
      #expect(piece == Array(usual.prefix(100)))
    }
  }

  @Test("with odd chunks is read whether or not a byte of padding follows them")
  func oddChunks() {
    let format = Self.format(bytes: 2, bits: 16)
    let plain = Self.wav(format, Self.data)
    let odd = [UInt8](repeating: 3, count: 33)
    let padded = Self.wav(format, Self.chunk("junk", odd), Self.data)
    #expect(WAVRepair.view(of: padded) == nil)
    let bare = Self.wav(Self.chunk("junk", odd, padded: false), format, Self.data)
    #expect(Self.seen(bare) == plain.all)
    let twice = Self.chunk("bext", odd, padded: false)
    #expect(Self.seen(Self.wav(twice, format, twice, Self.data)) == plain.all)
  }

  @Test("that is truncated or wrong is left to the demuxer")
  func lies() {
    let whole = Self.wav(Self.format(bytes: 4, bits: 32, valid: 24), Self.data).all
    for count in 0..<76 { _ = WAVRepair.view(of: GivenMedia(Array(whole.prefix(count)))) }
    let huge = Array("LIST".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(WAVRepair.view(of: Self.wav(huge, Self.format(bytes: 2, bits: 16), Self.data)) == nil)
  }
}
