import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitPlaylists
import PlayerKitServices
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitHTTP
@testable import PlayerKitMedia
@testable import PlayerKitPodcasts
@testable import PlayerKitSubsonic
@testable import PlayerKitYTDLP

/// Answers of servers and programs in the folder `PLAYERKIT_RECORDED_MORE`. Each file is read, or
/// listed here with the reason.
@Suite("More recorded answers", .tags(.local))
struct MoreRecordedAnswersTests {
  private static let folder = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"].map {
    URL(filePath: $0, directoryHint: .isDirectory)
  }
  private static let address = URL(string: "https://recorded.example/folder/file")

  /// A file that is read, with a function that returns the paths that are lost when it is written
  /// again.
  private typealias Reader = @Sendable (Data) throws -> Set<String>

  private enum Outcome {
    case read(Reader)
    /// The result of another reader, which the tests of its kind compare with ours.
    case expectation
    /// No code reads it yet, or it never will be read.
    case named(String)
  }

  /// Nothing of these folders is read before the issues that they are for.
  private static let later: [String: String] = [
    "discovery": "popular songs and scrobbling: a later issue",
    "dumps": "the catalog of one's own: a later issue",
    "jellyfin": "own servers other than Subsonic: a later issue",
    "musicbrainz": "popular songs and scrobbling: a later issue",
    "upnp": "own servers other than Subsonic: a later issue",
  ]

  /// Data that the models lose when they are written again, because no caller requests it from
  /// yt-dlp. Members of lists count like the whole.
  private static let lost: [String: Set<String>] = ["ytdlp": YTDLPLosses.names]

  private static func outcome(_ path: String, _ all: Set<String>) -> Outcome? {
    let parts = path.split(separator: "/").map { String($0) }
    let name = parts.last ?? ""
    let stem = String(name.prefix { $0 != "." })
    switch parts.first {
    case "SOURCES.md": return .named("the sources of the files")
    case "hls" where name.hasSuffix(".expected.js"): return .expectation
    case "hls" where name.hasSuffix(".m3u8"):
      return .read { data in
        _ = try HLSParser.parse(data, from: try #require(address))
        return []
      }
    case "podcast" where name.hasSuffix(".rss"):
      return .read { data in
        _ = try PodcastFeed(data, address: address)
        return []
      }
    case "podcast" where all.contains("podcast/\(stem).rss"): return .expectation
    case "podcast" where name == "example.json":
      return .read { data in
        let chapters = try PodcastInspector.chapters(
          data,
          at: try #require(address),
          isPrivate: false
        )
        let count = try JSONDecoder().decode(JSONValue.self, from: data)["chapters"]?.array?.count
        return chapters.count == count ? [] : [".chapters"]
      }
    case "podcast" where name.hasPrefix("transcript_"):
      return .read { data in
        let type = name.hasSuffix(".srt") ? "application/srt" : "application/json"
        return try #require(TranscriptReader.lyrics(data, type: type)).isTimed ? [] : ["times"]
      }
    case "radio" where name.hasSuffix(".json"):
      return .named("Icecast's page of its mounts: stations are found by the directory")
    case "radio" where name.hasSuffix("_m3u.txt"):
      return .read { data in
        let (_, body) = try head(of: data)
        return try list(body, name).items().isEmpty ? ["items"] : []
      }
    case "radio" where name.contains("_head"):
      return .read { data in
        let (fields, _) = try head(of: data)
        return fields.contains { $0.value == "Test FM" } ? [] : ["icy-name"]
      }
    case "station-playlists":
      return .read { data in
        do {
          _ = try list(data, name)
        } catch let error as PlaylistError where error == .hls {
          _ = try HLSParser.parse(data, from: try #require(address))
        }
        return []
      }
    case "subsonic" where name.hasSuffix(".json"):
      return .read { try losses(of: $0, through: Subsonic.Document.self) }
    case "subsonic" where name.hasSuffix(".xml"):
      return .read { data in
        let code = SubsonicReply.errorCode(
          in: HTTPTransportResponse(.init(status: .ok), body: data)
        )
        return code == (name.contains("error") ? 40 : nil) ? [] : ["error"]
      }
    case "ytdlp" where name.hasPrefix("errors_"):
      return .read { data in
        let runs = try #require(JSONDecoder().decode(JSONValue.self, from: data).array)
        let unknown = runs.filter { run in
          let outcome = RunOutcome(
            end: .exited(Int32(clamping: run["rc"]?.int ?? 0)),
            output: Array((run["stdout_head"]?.string ?? "").utf8),
            errors: Array((run["stderr"]?.string ?? "").utf8)
          )
          return (try? YTDLPClient.info(outcome)) != nil
        }
        return unknown.isEmpty ? [] : ["errors"]
      }
    case "ytdlp": return .read { try losses(of: $0, through: YTDLP.Info.self) }
    case let folder?: return later[folder].map { .named($0) }
    case nil: return nil
    }
  }

  @Test(
    "are all read, or listed with a reason, and losses when they are written are listed, too",
    .enabled(if: folder != nil, "PLAYERKIT_RECORDED_MORE is not set.")
  )
  func everyFile() throws {
    let folder = try #require(Self.folder)
    let paths = try #require(FileManager.default.subpaths(atPath: folder.path())).filter { path in
      var isFolder: ObjCBool = false
      let whole = folder.appending(path: path).path()
      return FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    let all = Set(paths)
    var counts: [String: [String: Int]] = [:]
    var lost: [String: Set<String>] = [:]
    for path in paths.sorted() {
      let kind = String(path.prefix { $0 != "/" })
      switch Self.outcome(path, all) {
      case .read(let read):
        counts[kind, default: [:]]["read", default: 0] += 1
        do {
          lost[kind, default: []].formUnion(
            try read(Data(contentsOf: folder.appending(path: path)))
          )
        } catch {
          Issue.record("\(path) is not read: \(error)")
        }
      case .expectation: counts[kind, default: [:]]["expected", default: 0] += 1
      case .named: counts[kind, default: [:]]["named", default: 0] += 1
      case nil: Issue.record("\(path) is neither read nor named")
      }
    }
    for (kind, paths) in lost {
      let named = Self.lost[kind] ?? []
      #expect(paths.subtracting(named).sorted() == [], "\(kind): lost and not named")
      #expect(named.subtracting(paths).sorted() == [], "\(kind): named and not lost")
    }
    // No folder has become empty.
    let kinds = ["hls", "podcast", "radio", "station-playlists", "subsonic", "ytdlp"]
    #expect(kinds.allSatisfy { (counts[$0]?["read"] ?? 0) > 0 })
    let line = counts.sorted { $0.key < $1.key }.map { kind, counts in
      kind
        + counts.sorted { $0.key < $1.key }.map { " \($0.value) \($0.key)" }.joined(separator: ",")
    }
    .joined(separator: "; ")
    FileHandle.standardOutput.write(Data("more recorded answers: \(line)\n".utf8))
  }

  // MARK: - Reading

  /// By its name, which identifies the kind of a list if its bytes do not.
  private static func list(_ data: Data, _ name: String) throws -> Playlist {
    let url = try #require(address).deletingLastPathComponent()
      .appending(path: name.replacing("_m3u.txt", with: ".m3u"))
    return try PlaylistReader().read(Array(data), at: .url(url), contentType: nil)
  }

  private static func head(of data: Data) throws -> (HTTPFields, Data) {
    var parser = HeadParser()
    var rest = data
    while let end = rest.firstIndex(of: 0x0A) {
      let outcome = parser.consume(rest[...end])
      rest = rest[(end + 1)...]
      if case .complete(200, let fields) = outcome { return (fields, Data(rest)) }
    }
    throw NoHead()
  }

  private struct NoHead: Error {}

  private static func losses<Model: Codable>(
    of data: Data,
    through type: Model.Type
  ) throws -> Set<String> {
    let sent = try JSONDecoder().decode(JSONValue.self, from: data)
    let model = try JSONDecoder().decode(type, from: data)
    let held = try JSONDecoder().decode(JSONValue.self, from: try JSONEncoder().encode(model))
    var lost: Set<String> = []
    compare(sent, held, at: "", &lost)
    return lost
  }

  private static func compare(
    _ sent: JSONValue,
    _ held: JSONValue?,
    at path: String,
    _ lost: inout Set<String>
  ) {
    switch (sent, held) {
    case (.null, _): break
    case (.object(let sent), .object(let held)):
      for (key, value) in sent {
        compare(value, held[key], at: key == "entries" ? path : path + "." + key, &lost)
      }
    case (.array(let sent), .array(let held)) where sent.count == held.count:
      for (value, other) in zip(sent, held) {
        compare(value, other, at: path.isEmpty ? path : path + "[]", &lost)
      }
    default:
      let isEqual = sent == held || sent.number.map { $0 == held?.number } ?? false
      if !isEqual { lost.insert(path) }
    }
  }
}
