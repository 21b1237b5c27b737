import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMedia

/// The kinds of servers that media can be on.
enum MediaServerKind: CaseIterable, Sendable {
  case ranges
  case noRanges
  /// Each response has another validator.
  case changingTags

  func server(of body: Data) throws -> LoopbackServer {
    let count = Locked(0)
    return try LoopbackServer { request in
      switch self {
      case .ranges: return .part(body, request)
      case .noRanges: return .whole(body)
      case .changingTags:
        let tag = count.withLock { count in
          count += 1
          return "\"tag\(count)\""
        }
        var reply = LoopbackServer.Reply.part(body, request)
        if request.headers["if-range"] != nil { reply = .whole(body) }
        reply.headers["ETag"] = tag
        return reply
      }
    }
  }
}

@Suite("Media on a server, as a demuxer sees it,", .tags(.local), .timeLimit(.minutes(3)))
struct RemoteRepairedStreamTests {
  private static let frames = try? MP3Maker(fixture: "joint-lame.mp3").data(.none)
  private static let tag = Data(TagMaker.id3([TagMaker.text("TIT2", "First")]))
  private static let cover = Data(TagMaker.id3([TagMaker.picture(TagMaker.png(count: 300_000))]))
  private static let ape = Data(
    TagMaker.ape([
      ("REPLAYGAIN_TRACK_GAIN", Array("-6.0 dB".utf8), true),
      ("Cover Art (Front)", [UInt8](repeating: 7, count: 200_000), false),
    ])
  )
  private static let id3v1 = Data("TAG".utf8) + Data(count: 125)

  /// Opens media on a server, and closes everything after `body`.
  private func open(
    _ server: LoopbackServer,
    timeout: Duration = .seconds(20),
    _ body: (any ByteStream) throws -> Void
  ) rethrows {
    let opener = SourceOpener(LoadingSettings(networkTimeout: timeout))
    let stream = opener.open(MediaSource(.remote(server.url("/a.mp3")))).makeStream()
    defer {
      stream.close()
      opener.close()
      server.stop()
    }
    try body(stream)
  }

  private func facts(_ stream: any ByteStream) -> MediaFacts? {
    (stream as? any ExaminedStream)?.mediaFacts
  }

  @Test(
    "has no tags around MPEG audio, except a first one",
    arguments: MediaServerKind.allCases,
    [8, 80]
  )
  func tags(kind: MediaServerKind, repetitions: Int) throws {
    let frames = try #require(Self.frames)
    let audio = Data(repeatElement(frames, count: repetitions).joined())
    let server = try kind.server(of: Self.tag + Self.cover + audio + Self.ape + Self.id3v1)
    try open(server) { stream in
      let read = try stream.read(upTo: .max)
      // Without ranges, the start of a long tag at the end may be read as audio.
      let isExact = kind != .noRanges
      #expect(read.starts(with: Self.tag + audio))
      #expect(!isExact || read.count == Self.tag.count + audio.count)
      #expect(!isExact || stream.size == Int64(read.count))
      #expect(facts(stream)?.fields.gains["replaygain_track_gain"] == "-6.0 dB")
    }
    #expect(server.requests.count <= (kind == .noRanges ? 1 : 12))
  }

  @Test("requests its end beside its beginning")
  func fewRequests() throws {
    let frames = try #require(Self.frames)
    let audio = Data(repeatElement(frames, count: 80).joined())
    let server = try LoopbackServer { .part(Self.tag + audio + Self.id3v1, $0) }
    try open(server) { stream throws in
      #expect(try stream.read(upTo: 60_000).count == 60_000)
      facts(stream)?.remote?.waitForEnd()
    }
    #expect(server.requests.count <= 3)
    #expect(server.requests.count { $0.range?.lowerBound != 0 } >= 1)
  }

  @Test("does not request the pictures of a long first tag")
  func longTag() throws {
    let frames = try #require(Self.frames)
    let audio = Data(repeatElement(frames, count: 10).joined())
    let long = Data(TagMaker.id3([TagMaker.picture(TagMaker.png(count: 6 << 20))]))
    let server = try LoopbackServer { .part(long + audio, $0) }
    try open(server) { stream throws in #expect(try stream.read(upTo: .max) == audio) }
    #expect(server.bytesSent < 3 << 20)
    #expect(server.requests.count <= 6)
  }

  @Test("is returned before its end has come", arguments: [true, false])
  func slowEnd(isLong: Bool) throws {
    let frames = try #require(Self.frames)
    let audio = Data(repeatElement(frames, count: isLong ? 80 : 20).joined())
    let body = Self.tag + audio + Self.id3v1
    let server = try LoopbackServer { request in
      // Neither the end nor more than the first bytes ever come.
      guard request.range?.lowerBound == 0 else { return .init(isSilent: true) }
      var reply = LoopbackServer.Reply.part(body, request)
      reply.stallAfter = 90_000
      return reply
    }
    try open(server) { stream throws in
      #expect(try stream.read(upTo: 64_000) == body.prefix(64_000))
    }
    #expect(server.requests.count <= 2)
  }

  @Test(
    "has its final size before any of it is returned, if a demuxer would ignore its header",
    arguments: MediaServerKind.allCases,
    [8, 80]
  )
  func finalSize(kind: MediaServerKind, repetitions: Int) throws {
    let audio = try MP3Maker(fixture: "joint-lame.mp3").repeated(repetitions).data(.lame)
    let server = try kind.server(of: Self.tag + audio + Self.ape + Self.id3v1)
    try open(server) { stream throws in
      let start = try stream.read(upTo: 10)
      #expect(server.requests.count <= 6)
      #expect(stream.size == Int64(Self.tag.count + audio.count))
      #expect(try start + stream.read(upTo: .max) == Self.tag + audio)
      #expect(stream.size == Int64(Self.tag.count + audio.count))
    }
  }

  @Test("is read whole if its header counts only a part of it", arguments: MediaServerKind.allCases)
  func joined(kind: MediaServerKind) throws {
    let audio = try MP3Maker(fixture: "joint-lame.mp3").repeated(30).data(.lame)
    let server = try kind.server(of: Self.tag + audio + audio + Self.id3v1)
    try open(server) { stream throws in
      #expect(try stream.read(upTo: .max) == Self.tag + audio + audio)
    }
  }

  @Test("is returned even if its end never comes and a demuxer would ignore its header")
  func missingEnd() throws {
    let audio = try MP3Maker(fixture: "joint-lame.mp3").repeated(80).data(.lame)
    let body = Self.tag + audio + Self.ape
    let server = try LoopbackServer { request in
      request.range?.lowerBound == 0 ? .part(body, request) : .init(isSilent: true)
    }
    try open(server, timeout: .milliseconds(300)) { stream throws in
      #expect(try stream.read(upTo: 60_000) == body.prefix(60_000))
      #expect(server.requests.count <= 6)
    }
  }

  @Test("counts the frames that no header states", arguments: MediaServerKind.allCases)
  func counts(kind: MediaServerKind) throws {
    // The first has one bit rate, the other several.
    for (name, repetitions) in [("joint-lame.mp3", 4), ("joint-48.mp3", 20)] {
      let maker = try MP3Maker(fixture: name).repeated(repetitions)
      let server = try kind.server(of: Self.tag + maker.data(.none) + Self.ape)
      try open(server) { stream in
        _ = try stream.read(upTo: .max)
        let media = try #require(facts(stream)?.remote)
        let bytes = Array(maker.data(.none))
        let beginning = bytes.withUnsafeBytes { bytes in
          MPEGFrame(Array(bytes), at: 0).map { MP3Beginning($0, bytes) }
        }
        let known = try #require(beginning)
        #expect(media.frames(known) { false } == maker.frames.count)
      }
    }
  }

  @Test("reports the links of chained Ogg", arguments: MediaServerKind.allCases)
  func chain(kind: MediaServerKind) throws {
    let one = Array(try Fixture.data("joint.ogg"))
    var other = one
    var place = 0
    while place + 27 <= other.count {
      other[place + 14] ^= 0xFF
      let count = Int(other[place + 26])
      place += 27 + count + other[place + 27..<place + 27 + count].reduce(0) { $0 + Int($1) }
    }
    let server = try kind.server(of: Data(one + other))
    try open(server) { stream throws in
      #expect(try stream.read(upTo: .max) == Data(one + other))
      #expect(facts(stream)?.remote?.links() == OggChain(GivenMedia(one, other)))
      #expect(facts(stream)?.remote?.links()?.links.count == 2)
    }
  }

  @Test(
    "is what it is in a file, even if it is cut or states wrong sizes",
    arguments: DamagedMedia.all
  )
  func damaged(media: DamagedMedia) throws {
    for body in try media.copies() {
      let expected = Result { () throws in
        let stream = ClosureByteSource { MemoryByteSource([UInt8](body)).makeStream() }
          .repaired().makeStream()
        return try stream.read(upTo: .max)
      }
      let server = try LoopbackServer { .part(body, $0) }
      open(server) { stream in
        var head = [UInt8](repeating: 0, count: 1_000)
        let read = Result { () throws in
          let count = try stream.read(into: &head)
          #expect(server.requests.count <= 6)
          return try Data(head.prefix(count)) + stream.read(upTo: .max)
        }
        switch (read, expected) {
        case (.success(let read), .success(let expected)): #expect(read == expected)
        case (.failure(let error), _): #expect(error is PlayerError)
        case (_, .failure): break
        }
      }
      #expect(server.requests.count <= 6)
    }
  }
}

/// Media of a kind that is changed for a demuxer, and damaged copies of it.
struct DamagedMedia: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () throws -> [UInt8]

  static let all = [
    DamagedMedia(testDescription: "tags") {
      Array(
        TagMaker.id3([TagMaker.text("TIT2", "A")])
          + TagMaker.ape([("A", [1, 2, 3], true)], hasHeader: true)
          + [UInt8](try Fixture.data("joint-lame.mp3")) + TagMaker.ape([("B", [4], true)])
      )
    },
    DamagedMedia(testDescription: "edits") { [UInt8](try Fixture.data("aac-a-edit.m4a")) },
    DamagedMedia(testDescription: "Ogg") { [UInt8](try Fixture.data("joint.opus")) },
    DamagedMedia(testDescription: "FLAC") { [UInt8](try Fixture.data("seam-a.flac")) },
    DamagedMedia(testDescription: "ADTS") { [UInt8](try Fixture.data("Tags/id3.aac")) },
  ]

  /// Copies that are cut, and copies with the largest number instead of four bytes.
  func copies() throws -> [Data] {
    let bytes = try make()
    let cut = (0...5).map { Data(bytes.prefix(bytes.count * $0 / 5)) }
    let places = [0, 4, 6, 16, 26, 40, bytes.count / 2, bytes.count - 20, bytes.count - 5]
    return cut
      + places.map { place in
        var copy = bytes
        copy.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        return Data(copy)
      }
  }
}
