import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// The current track sounds to its last sample, with anything after it.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct TailTests {
    private let signal = Signal.sweep(frames: 66_150)  // 1.5 s

    enum Follower: String, CaseIterable, CustomTestStringConvertible {
      case missingFile, directory, emptyFile, page, randomBytes, notFound, pageOverHTTP, refused
      case blocked, cutMP4, cutMP4OverHTTP
      case taggedPage, taggedPageOverHTTP, damagedOgg, damagedWAV, damagedMP4
      case emptyMP4

      var testDescription: String { rawValue }

      var code: PlayerError.Code {
        switch self {
        case .missingFile, .notFound: .notFound
        case .directory: .list
        case .emptyFile, .page, .randomBytes, .pageOverHTTP, .cutMP4, .cutMP4OverHTTP,
          .taggedPage, .taggedPageOverHTTP, .damagedOgg, .damagedWAV, .damagedMP4,
          .emptyMP4:
          .unsupportedFormat
        case .refused: .unreachable
        case .blocked: .blockedURL
        }
      }

      /// Whether it fails as soon as it is opened.
      var failsAhead: Bool {
        switch self {
        case .missingFile, .directory, .emptyFile, .notFound, .refused, .blocked: true
        case .page, .randomBytes, .pageOverHTTP, .cutMP4, .cutMP4OverHTTP: false
        case .taggedPage, .taggedPageOverHTTP, .damagedOgg, .damagedWAV,
          .damagedMP4, .emptyMP4:
          false
        }
      }
    }

    private static let page = Data("<!DOCTYPE html><html><body>No</body></html>".utf8)

    /// The beginning of a file whose index is at its end.
    private static let cutMP4 = Data(MP4Maker().file(isIndexFirst: false).prefix(4_000))

    /// Begins like a file with a tag.
    private static let taggedPage = Data("ID3\u{4}\0\0\0\0\0\u{10}".utf8) + Data(count: 16) + page

    /// Garbage after the first bytes of a format.
    private static func damaged(_ head: String) -> Data {
      Data(head.utf8) + Data((0..<99_999).map { UInt8($0 * $0 % 251) })
    }

    private func source(
      _ follower: Follower,
      _ sandbox: Sandbox,
      _ server: LoopbackServer
    ) throws -> MediaSource {
      func file(_ data: Data) throws -> MediaSource {
        MediaSource(.file(path: try sandbox.write(data, to: "next")))
      }
      switch follower {
      case .missingFile: return MediaSource(.file(path: sandbox.path("missing")))
      case .directory: return MediaSource(.file(path: sandbox.root.path))
      case .emptyFile: return try file(Data())
      case .page: return try file(Self.page)
      case .randomBytes: return try file(Data((0..<99_999).map { UInt8($0 * $0 % 251) }))
      case .cutMP4: return try file(Self.cutMP4)
      case .taggedPage: return try file(Self.taggedPage)
      case .taggedPageOverHTTP: return MediaSource(.remote(server.url("/tagged.mp3")))
      case .damagedOgg: return try file(Self.damaged("OggS\0\u{2}"))
      case .damagedWAV: return try file(Self.damaged("RIFF\u{7F}\u{7F}\u{1}\0WAVE"))
      case .damagedMP4: return try file(Self.damaged("\0\0\0\u{10}ftypM4A \0\0\0\0"))
      case .emptyMP4:
        let boxes = "\0\0\0\u{10}ftypM4A \0\0\0\0\0\0\0\u{8}moov\0\0\0\u{8}mdat"
        return try file(Data(boxes.utf8) + Data(count: 9_999))
      case .cutMP4OverHTTP: return MediaSource(.remote(server.url("/cut.m4a")))
      case .notFound: return MediaSource(.remote(server.url("/missing")))
      case .pageOverHTTP: return MediaSource(.remote(server.url("/page")))
      case .refused:
        let other = try LoopbackServer { _ in .status(200) }
        other.stop()
        return MediaSource(.remote(other.url("/a")))
      case .blocked: return MediaSource(.remote(URL(fileURLWithPath: "/etc/passwd")))
      }
    }

    @Test("A next track that can't play does not cut the current one", arguments: Follower.allCases)
    func nextCantPlayedCuts(follower: Follower) async throws {
      let server = try LoopbackServer { request in
        switch request.target {
        case "/page": .whole(Self.page)
        case "/tagged.mp3": .part(Self.taggedPage, request)
        case "/cut.m4a": .part(Self.cutMP4, request)
        default: .status(404)
        }
      }
      var stage = try Stage(.driven)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      let (clock, ended) = (stage.clock, Locked<MonotonicInstant?>(nil))
      let log = stage.log
      let load = EngineLoad(
        id: a,
        source: try stage.wav(signal),
        isPlaying: true,
        album: AlbumContext()
      ) { report in
        if report.isTerminal { ended.withLock { $0 = clock.now } }
        log.add(ReportLog.Line(load: a, report: report))
      }
      stage.engine.load(load)
      try await stage.wait(for: a) { $0.isLoaded }
      let next = try source(follower, stage.sandbox, server)
      stage.engine.setNext(stage.log.makeLoad(b, next), after: a)
      #expect(try await stage.end(of: a) == .ended(followedBy: nil))
      if follower.failsAhead {
        let ends = stage.log.lines.filter(\.report.isTerminal).map(\.load)
        #expect(ends.first == b)
      }
      let now = try #require(ended.withLock { $0 })
      #expect(try await stage.end(of: b).failure?.code == follower.code)
      let loaded = try #require(stage.log.reports(of: a).first { $0.isLoaded }?.anchor)
      // The sound still in the pipe has not been taken yet.
      #expect(loaded.position(at: now) > .milliseconds(1_430), "\(loaded.position(at: now))")
      #expect(server.requests.count <= 1)
      await stage.close()
    }

    @Test("A track that replaces one that can't play follows the whole tail")
    func whatSetPlaceNext() async throws {
      var stage = try Stage(.driven)
      let (a, b, c) = (stage.nextLoad(), stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal)))
      let damaged = try stage.sandbox.write(Self.taggedPage, to: "next.mp3")
      stage.engine.setNext(stage.log.makeLoad(b, MediaSource(.file(path: damaged))), after: a)
      #expect(try await stage.end(of: b).failure?.code == .unsupportedFormat)
      stage.engine.setNext(stage.log.makeLoad(c, try stage.wav(signal[0..<22_050])), after: a)
      #expect(try await stage.end(of: c) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: c))
      let heard = try stage.heard(of: a, before: c)
      #expect(
        heard > .milliseconds(1_500) - Stage.maximumLead && heard < .milliseconds(1_700),
        "\(heard)"
      )
      await stage.close()
    }

    @Test("After a tail, a next track that can't play leaves at most 10 ms of silence")
    func behindTailNextCant() async throws {
      var stage = try Stage(.file)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal), isPlaying: false))
      let damaged = try stage.sandbox.write(Self.taggedPage, to: "next.mp3")
      stage.engine.setNext(stage.log.makeLoad(b, MediaSource(.file(path: damaged))), after: a)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: a) == .ended(followedBy: nil))
      let output = try await stage.output()
      let rest = output.dropFirst(signal.pcm.count)
      #expect(output.prefix(signal.pcm.count) == signal.pcm)
      #expect(rest.count <= 441 * 4 && rest.allSatisfy { $0 == 0 })
    }

    @Test(
      "An unrecognized format follows anyway, after the whole tail",
      arguments: [Stage.Output.driven, .file]
    )
    func formatIsntRecognizedFollows(
      output: Stage.Output
    ) async throws {
      var stage = try Stage(output)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      let second = signal[0..<22_050]
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal), isPlaying: false))
      let voc = try stage.sandbox.write(second.voc, to: "next.voc")
      stage.engine.setNext(stage.log.makeLoad(b, MediaSource(.file(path: voc))), after: a)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: b))
      if output == .file {
        #expect(try await stage.output() == signal.pcm + second.pcm)
      } else {
        await stage.close()
      }
    }

    @Test(
      "A next track over http is requested once, opened ahead, and played to its end",
      arguments: [true, false]
    )
    func nextOverHttpAsked(
      servesParts: Bool
    ) async throws {
      let wav = signal[0..<22_050].wav
      let server = try LoopbackServer { servesParts ? .part(wav, $0) : .whole(wav) }
      var stage = try Stage(.driven)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal)))
      let next = MediaSource(.remote(server.url("/b")))
      stage.engine.setNext(stage.log.makeLoad(b, next), after: a)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: b))
      #expect(server.requests.count == 1)
      let heard = try stage.heard(of: a, before: b)
      #expect(
        heard > .milliseconds(1_500) - Stage.maximumLead && heard < .milliseconds(1_700),
        "\(heard)"
      )
      await stage.close()
    }

    @Test("A slow next track is waited for, and requested once")
    func nextServerSlowSend() async throws {
      let wav = signal[0..<22_050].wav
      let barrier = Barrier()
      barrier.close()
      let server = try LoopbackServer { request in
        barrier.pass()
        return .part(wav, request)
      }
      var stage = try Stage(.realTime, networkTimeout: .seconds(600))
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal)))
      let next = MediaSource(.remote(server.url("/b")))
      stage.engine.setNext(stage.log.makeLoad(b, next), after: a)
      try await stage.wait(for: a) { $0 == .buffering(true) }
      barrier.open()
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: b))
      #expect(server.requests.count == 1)
      await stage.close()
    }

    @Test("A next track replaced while its server is silent is released")
    func nextReplacedWhileServer() async throws {
      let server = try LoopbackServer { _ in LoopbackServer.Reply(isSilent: true) }
      var stage = try Stage(.driven, networkTimeout: .seconds(600))
      let (a, b, c) = (stage.nextLoad(), stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal)))
      let silent = MediaSource(.remote(server.url("/b")))
      stage.engine.setNext(stage.log.makeLoad(b, silent), after: a)
      stage.engine.setNext(stage.log.makeLoad(c, try stage.wav(signal[0..<9_999])), after: a)
      #expect(try await stage.end(of: c) == .ended(followedBy: nil))
      #expect(stage.log.reportsOnceOpen(of: b) == [.superseded])
      #expect(stage.log.reports(of: a).last == .ended(followedBy: c))
      // The server never responds. Closing the engine ends the request.
      await stage.close()
    }
  }
}

extension Signal {
  /// A Creative Voice file. libmpv plays it, but the engine does not know its signature.
  fileprivate var voc: Data {
    var data = Data("Creative Voice File\u{1A}".utf8)
    data.append(contentsOf: [0x1A, 0x00, 0x14, 0x01, 0x1F, 0x11])
    let length = pcm.count + 12
    data.append(contentsOf: [9, UInt8(length & 255), UInt8(length >> 8 & 255), UInt8(length >> 16)])
    data.append(contentsOf: [0x44, 0xAC, 0, 0, 16, 2, 4, 0, 0, 0, 0, 0])
    data.append(pcm)
    data.append(0)
    return data
  }
}
