import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitWebServer
import TestSupport
import Testing

@testable import PlayerKitPagePlayers
@testable import PlayerKitRemote

/// The errors that can reach the pages, against their message files.
@Suite("The errors in the languages of the pages", .tags(.local))
struct PageErrorsTests {
  static let languages = ["en", "de", "fr", "es", "ja"]

  private static func texts(
    _ language: String,
    of page: [String: [UInt8]] = WebFiles.page
  ) throws -> [String: String] {
    let file = try #require(page[language + ".json"])
    let object = try JSONSerialization.jsonObject(with: Data(file))
    return try #require(object as? [String: Any]).compactMapValues { $0 as? String }
  }

  /// The codes that a Swift file declares for errors that a page can show.
  private static func codes(in file: String) -> Set<String> {
    let beginnings = [
      "extension PlayerError", "extension CatalogError", "public struct QueueError",
    ]
    var codes: Set<String> = []
    var isInside = false
    for line in file.split(separator: "\n") {
      if line == "}" { isInside = false }
      if beginnings.contains(where: line.hasPrefix) { isInside = true }
      guard isInside, line.contains("static let") else { continue }
      if let match = line.firstMatch(of: /\(rawValue: "(\w+)"\)/) { codes.insert(String(match.1)) }
    }
    return codes
  }

  /// The codes of all sources, and of the server itself.
  private static func allCodes() throws -> Set<String> {
    let sources = Fixture.repository.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    var codes = Set(WebFailure.Own.allCases.map(\.rawValue))
    for path in paths where path.hasSuffix(".swift") {
      let file = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      guard file.contains("rawValue: \"") else { continue }
      codes.formUnion(Self.codes(in: file))
    }
    return codes
  }

  @Test("each code has a text in each language", arguments: PageErrorsTests.languages)
  func complete(language: String) throws {
    let codes = try Self.allCodes()
    #expect(codes.isSuperset(of: ["notFound", "missingCredential", "pageAsleep", "toolMissing"]))
    #expect(codes.isSuperset(of: ["conflict", "queueFull"]))
    let texts = try Self.texts(language)
    #expect(codes.filter { texts["error." + $0] == nil }.sorted() == [])
    // A text that remains after its code is gone would never be shown.
    let named = Set(texts.keys.filter { $0.hasPrefix("error.") }.map { String($0.dropFirst(6)) })
    #expect(named.subtracting(codes).sorted() == [])
  }

  @Test("each failure of a player page has a text", arguments: PageErrorsTests.languages)
  func playerPage(language: String) throws {
    let texts = try Self.texts(language, of: WebFiles.playerPage)
    for code in PageFailure.Code.allCases {
      #expect(texts["failure." + code.rawValue] != nil, "\(code)")
    }
  }

  @Test("no other language has the English text", arguments: PageErrorsTests.languages.dropFirst())
  func translated(language: String) throws {
    let english = try Self.texts("en")
    for (key, text) in try Self.texts(language) where key.hasPrefix("error.") {
      #expect(text != english[key], "\(key)")
    }
  }

  @Test("the text has the server's own description", arguments: WebFailure.Own.allCases)
  func own(failure: WebFailure.Own) throws {
    let text = try #require(try Self.texts("en")["error." + failure.rawValue])
    #expect(text.contains(failure.message))
  }

  @Test("a failure has the code of its error, and foreign errors show nothing")
  func failures() throws {
    struct Foreign: Error {}
    let away = WebFailure(CatalogError(.unreachable, "No connection."))
    #expect(away == WebFailure(code: "unreachable", message: "No connection."))
    #expect(WebFailure(PlayerError(.notFound, "Gone.")).code == "notFound")
    #expect(WebFailure(QueueError.conflict).code == "conflict")
    #expect(WebFailure(Foreign()) == WebFailure(.failed))
    let json = String(decoding: WebMessage.failed(7, away).json, as: UTF8.self)
    #expect(
      json == #"{"code":"unreachable","id":7,"message":"No connection.","type":"failed"}"#
    )
  }
}
