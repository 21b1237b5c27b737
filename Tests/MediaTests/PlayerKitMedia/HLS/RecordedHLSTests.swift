import Foundation
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Recorded playlists, and the results of another parser. They are not in the repository.
@Suite("Recorded HLS playlists", .tags(.local))
struct RecordedHLSTests {
  private static let folder = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"].map {
    URL(filePath: $0).appending(path: "hls")
  }

  private static let names: [String] = {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) }
    return (names ?? []).filter { $0.hasSuffix(".expected.js") }
      .map { String($0.dropLast(".expected.js".count)) }.sorted()
  }()

  @Test("give the expected result", arguments: names)
  func expected(name: String) throws {
    let folder = try #require(Self.folder)
    let base = try #require(URL(string: "https://example.org/folder/list.m3u8"))
    let script = try String(
      contentsOf: folder.appending(path: "\(name).expected.js"),
      encoding: .utf8
    )
    let expected = try JSONDecoder().decode(Expected.self, from: Data(Self.json(script).utf8))
    let bytes = try Data(contentsOf: folder.appending(path: "\(name).m3u8"))
    switch try HLSParser.parse(bytes, from: base) {
    case .media(let media): try compare(media, expected, base)
    case .master(let master): try compare(master, expected, base)
    }
  }

  @Test("can all be read", .enabled(if: folder != nil, "needs PLAYERKIT_RECORDED_MORE"))
  func all() throws {
    #expect(Self.names.count >= 19)
    let folder = try #require(Self.folder)
    for path in [
      "bipbop_16x9.m3u8", "generated/ffmpeg_vod_fmp4.m3u8", "generated/ffmpeg_vod_ts.m3u8",
    ] {
      let bytes = try Data(contentsOf: folder.appending(path: path))
      switch try HLSParser.parse(bytes, from: folder) {
      case .media(let media): #expect(media.isEnded && media.parts.count == 6)
      case .master(let master):
        #expect(try master.choices().first?.lastPathComponent == "prog_index.m3u8")
      }
    }
  }

  private func compare(_ media: HLSMediaPlaylist, _ expected: Expected, _ base: URL) throws {
    #expect(media.parts.count == expected.segments.count)
    #expect(media.firstNumber == expected.mediaSequence ?? 0)
    if let duration = expected.targetDuration {
      #expect(media.targetDuration == .seconds(duration))
    }
    #expect(media.isEnded == (expected.endList == true || expected.playlistType == "VOD"))
    for (part, segment) in zip(media.parts, expected.segments) {
      #expect(part.piece.url == URL(string: segment.uri, relativeTo: base)?.absoluteURL)
      #expect(part.piece.range == segment.byterange?.range)
      #expect(abs(part.duration.seconds - segment.duration) < 1e-6)
      #expect(part.title == segment.title)
      #expect(part.discontinuities - (expected.discontinuitySequence ?? 0) == segment.timeline)
      #expect(part.key?.url.absoluteString == segment.key?.uri)
      #expect(part.key?.vector == segment.key?.vector)
      #expect(
        part.initialization?.piece.url
          == segment.map.flatMap { URL(string: $0.uri, relativeTo: base)?.absoluteURL }
      )
      #expect(part.initialization?.piece.range == segment.map?.byterange?.range)
      #expect(part.initialization?.key?.url.absoluteString == segment.map?.key?.uri)
    }
  }

  private func compare(_ master: HLSMasterPlaylist, _ expected: Expected, _ base: URL) throws {
    let playlists = try #require(expected.playlists)
    #expect(
      master.variants.map(\.url)
        == playlists.map { URL(string: $0.uri, relativeTo: base)?.absoluteURL }
    )
    #expect(master.variants.map(\.bandwidth) == playlists.map { $0.attributes.bandwidth ?? 0 })
    #expect(master.variants.map(\.audioGroup) == playlists.map(\.attributes.audio))
    #expect(
      master.variants.map { $0.codecs.joined(separator: ",") }
        == playlists.map { $0.attributes.codecs?.filter { $0 != " " } ?? "" }
    )
    for (group, renditions) in expected.mediaGroups?.audio ?? [:] {
      for (name, rendition) in renditions {
        let own = master.renditions.first { $0.group == group && $0.name == name }
        #expect(own?.language == rendition.language)
        #expect(own?.isDefault == rendition.isDefault)
        #expect(
          own?.url == rendition.uri.flatMap { URL(string: $0, relativeTo: base)?.absoluteURL }
        )
      }
    }
  }

  /// A literal of a script as JSON.
  private static func json(_ script: String) -> String {
    var text = script.replacing(#/(?m)^\s*//.*$/#, with: "")
    text = text.replacing(#/^\s*module\.exports\s*=\s*/#, with: "")
    text = text.replacing(#/;\s*$/#, with: "")
    text = text.replacing(#/new Uint(?:8|32)Array\((\[[^\]]*\])\)/#) { $0.output.1 }
    text = text.replacing(#/new Date\(('[^']*'|"[^"]*")\)/#) { $0.output.1 }
    text = text.replacing(#/'((?:[^'\\]|\\.)*)'/#) { "\"\($0.output.1)\"" }
    text = text.replacing(#/(?m)([{,]\s*|^\s*)([\p{L}_][\p{L}0-9_]*)\s*:/#) {
      "\($0.output.1)\"\($0.output.2)\":"
    }
    return text.replacing(#/,(\s*[\]}])/#) { $0.output.1 }
  }
}

private struct Expected: Decodable {
  struct Range: Decodable {
    var length: Int64
    var offset: Int64
    var range: HLSMediaPlaylist.Range { .init(offset: offset, length: length) }
  }

  struct Key: Decodable {
    var uri: String
    var iv: [UInt32]?
    var vector: [UInt8]? {
      iv?.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - $0 * 8)) } }
    }
  }

  struct Initialization: Decodable {
    var uri: String
    var byterange: Range?
    var key: Key?
  }

  struct Segment: Decodable {
    var uri: String
    var duration: Double
    var timeline: Int64
    var title: String?
    var byterange: Range?
    var key: Key?
    var map: Initialization?
  }

  struct Attributes: Decodable {
    enum CodingKeys: String, CodingKey {
      case bandwidth = "BANDWIDTH"
      case codecs = "CODECS"
      case audio = "AUDIO"
    }

    var bandwidth: Int?
    var codecs: String?
    var audio: String?
  }

  struct Playlist: Decodable {
    var uri: String
    var attributes: Attributes
  }

  struct Rendition: Decodable {
    enum CodingKeys: String, CodingKey {
      case language, uri
      case isDefault = "default"
    }

    var language: String?
    var uri: String?
    var isDefault: Bool
  }

  struct Groups: Decodable {
    enum CodingKeys: String, CodingKey { case audio = "AUDIO" }

    var audio: [String: [String: Rendition]]
  }

  var mediaSequence: Int64?
  var discontinuitySequence: Int64?
  var targetDuration: Double?
  var playlistType: String?
  var endList: Bool?
  var segments: [Segment]
  var playlists: [Playlist]?
  var mediaGroups: Groups?
}
