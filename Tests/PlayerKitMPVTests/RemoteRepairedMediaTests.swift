import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitMedia
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Media that libmpv alone plays or describes wrongly.
struct UnusualMedia: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let fileExtension: String
  let make: @Sendable () throws -> Data

  private static let tag = Data(TagMaker.id3([TagMaker.text("TIT2", "First")]))
  private static let cover = ("Cover Art (Front)", [UInt8](repeating: 7, count: 60_000), false)
  private static let ape = Data(TagMaker.ape([cover]))
  private static let headedApe = Data(TagMaker.ape([cover], hasHeader: true))
  private static let id3v1 = Data("TAG".utf8) + Data(count: 125)

  private init(
    _ description: String,
    _ fileExtension: String,
    _ make: @escaping @Sendable () throws -> Data
  ) {
    (testDescription, self.fileExtension, self.make) = (description, fileExtension, make)
  }

  static let all = [
    UnusualMedia("an MP3 with tags at both ends", "mp3") {
      tag + tag + (try MP3Maker(fixture: "joint-lame.mp3").repeated(8).data(.lame)) + ape + id3v1
    },
    UnusualMedia("an MP3 of one bit rate without a header", "mp3") {
      try MP3Maker(fixture: "joint-lame.mp3").repeated(8).data(.none) + id3v1
    },
    UnusualMedia("an MP3 of several bit rates without a header", "mp3") {
      try MP3Maker(fixture: "joint-48.mp3").repeated(8).data(.none)
    },
    UnusualMedia("an MP3 after other bytes", "mp3") {
      Data(repeating: 0x55, count: 3_000)
        + (try MP3Maker(fixture: "joint-lame.mp3").repeated(8).data(.lame))
    },
    UnusualMedia("AAC in ADTS after tags", "aac") {
      let data = try Fixture.data("Tags/id3.aac")
      let audio = data.dropFirst(Int(try #require(ID3TagHeader([UInt8](data))).tagLength))
      return tag + headedApe + Data(repeatElement(audio, count: 4).joined()) + ape
    },
    UnusualMedia("FLAC after two tags", "flac") { tag + tag + (try Fixture.data("seam-a.flac")) },
    UnusualMedia("FLAC without a length", "flac") {
      var data = try Fixture.data("seam-a.flac")
      data[21] &= 0xF0
      for index in 22..<26 { data[index] = 0 }
      return data
    },
    UnusualMedia("Opus", "opus") { try Fixture.data("joint.opus") },
    UnusualMedia("chained Ogg", "ogg") {
      let one = try Fixture.data("joint.ogg")
      return one + (try Fixture.data("changing.ogg")) + one
    },
    UnusualMedia("an MP4 with a pause before it", "m4a") {
      try EditedMP4.data([(44_100, -1), (30_011, 1_024)])
    },
    UnusualMedia("an MP4 of several pieces", "m4a") {
      try EditedMP4.data([(10_000, 1_024), (9_000, 1_024 + 19_000)])
    },
    UnusualMedia("WAV with an odd chunk and without its padding", "wav") {
      let wav = Signal.sweep(frames: 40_000).wav
      return wav.prefix(12) + Data("junk".utf8) + [3, 0, 0, 0, 1, 2, 3] + wav.dropFirst(12)
    },
  ]
}

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct RemoteRepairedMediaTests {
    enum Server: CaseIterable, Sendable {
      case ranges, noRanges, changingTags

      func reply(_ body: Data, _ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        switch self {
        case .ranges: return .part(body, request)
        case .noRanges: return .whole(body)
        case .changingTags:
          let isConditional = request.headers["if-range"] != nil
          var reply = isConditional ? .whole(body) : LoopbackServer.Reply.part(body, request)
          reply.headers["ETag"] = "\"\(UUID().uuidString)\""
          return reply
        }
      }

      func make(_ body: Data) throws -> LoopbackServer {
        try LoopbackServer { reply(body, $0) }
      }
    }

    private func heard(_ source: MediaSource) async throws -> Signal {
      var stage = try Stage(.file)
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, source, isPlaying: false))
      stage.engine.setPlaying(true, load: load)
      #expect(try await stage.end(of: load) == .ended(followedBy: nil))
      return Signal(pcm: try await stage.output())
    }

    @Test(
      "What is unusual sounds over HTTP as it does from a file",
      arguments: UnusualMedia.all,
      Server.allCases
    )
    func heard(media: UnusualMedia, kind: Server) async throws {
      let data = try media.make()
      let sandbox = try Sandbox()
      let path = try sandbox.write(data, to: "a.\(media.fileExtension)")
      let local = try await heard(MediaSource(.file(path: path)))
      let server = try kind.make(data)
      defer { server.stop() }
      let url = server.url("/a.\(media.fileExtension)")
      let remote = try await heard(MediaSource(.remote(url)))
      #expect(remote == local)
      #expect(server.requests.count <= (kind == .noRanges ? 3 : 12))
    }

    @Test(
      "The length of what is unusual is shown over HTTP as it is for a file",
      arguments: UnusualMedia.all,
      Server.allCases
    )
    func shown(media: UnusualMedia, kind: Server) async throws {
      let data = try media.make()
      let sandbox = try Sandbox()
      let path = try sandbox.write(data, to: "a.\(media.fileExtension)")
      let inspector = MediaInspector()
      let local = try await inspector.inspect(MediaSource(.file(path: path))).duration
      let server = try kind.make(data)
      defer { server.stop() }
      let source = MediaSource(.remote(server.url("/a.\(media.fileExtension)")))
      let remote = try await inspector.inspect(source).duration
      let expected = try #require(local)
      #expect(abs(try #require(remote).seconds - expected.seconds) <= 0.01)
      #expect(server.requests.count <= 20)
    }

    @Test("Damaged media on a server ends or fails, with few requests", arguments: UnusualMedia.all)
    func damaged(media: UnusualMedia) async throws {
      let data = try media.make()
      var bodies = [data.prefix(data.count / 2), data.prefix(100)]
      for place in [4, 40, data.count - 8] {
        var body = data
        body.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        bodies.append(body)
      }
      for body in bodies {
        let server = try LoopbackServer { .part(body, $0) }
        defer { server.stop() }
        var stage = try Stage(.file)
        let load = stage.nextLoad()
        let source = MediaSource(.remote(server.url("/a.\(media.fileExtension)")))
        stage.engine.load(stage.log.makeLoad(load, source))
        #expect(try await stage.end(of: load).isTerminal)
        await stage.close()
        #expect(server.requests.count <= 6)
      }
    }

    @Test("A server that falls silent within unusual media times out", arguments: UnusualMedia.all)
    func silent(media: UnusualMedia) async throws {
      let data = try media.make()
      let server = try LoopbackServer { _ in .init(body: data, stallAfter: data.count / 3) }
      defer { server.stop() }
      var stage = try Stage(.file, networkTimeout: .seconds(1))
      let load = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/a.\(media.fileExtension)")))
      stage.engine.load(stage.log.makeLoad(load, source))
      #expect(try await stage.end(of: load).failure?.code == .timedOut)
      await stage.close()
      #expect(server.requests.count == 1)
    }

    @Test(
      "The length is reported during playback as it is shown",
      arguments: UnusualMedia.all,
      Server.allCases
    )
    func reported(media: UnusualMedia, kind: Server) async throws {
      let data = try media.make()
      let server = try kind.make(data)
      defer { server.stop() }
      let source = MediaSource(.remote(server.url("/a.\(media.fileExtension)")))
      let shown = try #require(try await MediaInspector().inspect(source).duration)
      var stage = try Stage(.realTime)
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, source))
      // Also at the end of the media, if it is that short.
      try await stage.wait(for: load) { event in
        let duration: Duration? =
          switch event {
          case .loaded(let loaded): loaded.duration
          case .duration(let duration): duration
          default: nil
          }
        return duration.map { abs($0.seconds - shown.seconds) <= 0.01 } == true
      }
      await stage.close()
    }
  }
}
