import Foundation
import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport
import Testing

/// The check itself must notice the faults that it looks for.
@Suite("The check of recorded answers", .tags(.local))
struct AnswerCheckTests {
  private func losses<Model: Codable>(_ type: Model.Type, _ json: String) throws -> [Loss] {
    try AnswerCheck.losses(of: Data(json.utf8), through: type)
  }

  @Test("A complete answer loses nothing")
  func whole() throws {
    let json = #"{"data":[{"id":"1","type":"songs","attributes":{"name":"One","isrc":null}}]}"#
    #expect(try losses(AppleMusic.Collection<AppleMusic.Item>.self, json) == [])
  }

  @Test("A lost member is noticed, also a nested one and one of a search group")
  func lostMembers() throws {
    let inner = #"{"data":[null]}"#
    for json in [
      #"{"data":[{"id":[1],"type":"songs"}]}"#, #"{"data":[{"id":"1","type":"holograms"}]}"#,
      #"{"data":[{"id":"1","type":"songs","relationships":{"albums":\#(inner)}}]}"#,
      #"{"data":[{"id":"1","type":"artists","views":{"top-songs":\#(inner)}}]}"#,
    ] {
      let found = try losses(AppleMusic.Collection<AppleMusic.Item>.self, json)
      #expect(found.map(\.form) == [.member], "\(json): \(found)")
    }
    let group = #"{"results":{"holograms":{"data":[]}}}"#
    #expect(try losses(AppleMusic.SearchDocument.self, group).map(\.form) == [.member])
    let chart = #"{"results":{"songs":[{"data":[null]}]}}"#
    #expect(try losses(AppleMusic.ChartsDocument.self, chart).map(\.form) == [.member])
  }

  @Test("A path that no property covers is noticed, also a deep one")
  func lostPaths() throws {
    let json = #"""
      {"data":[{"id":"1","type":"songs","attributes":{"hue":1,"artwork":{"shade":[]}},
        "relationships":{"moods":{}},"extra":true}],"more":{}}
      """#
    let found = try losses(AppleMusic.Collection<AppleMusic.Item>.self, json)
    #expect(
      found.filter { $0.form == .path }.map(\.path) == [
        ".data[].attributes.artwork.shade", ".data[].attributes.hue", ".data[].extra", ".more",
      ]
    )
    // A relationship without a property is kept, and still reported.
    let kept = found.filter { $0.form != .path }
    #expect(kept.map(\.form) == [.member])
    #expect(kept.first?.path.hasSuffix(".others.moods") == true)
  }

  @Test("A null that no property would read is noticed, and no other one")
  func nulls() throws {
    let json = #"""
      {"data":[{"id":"1","type":"songs","attributes":{"hue":null,"artwork":null,"isrc":null,
        "hasLyrics":null,"discNumber":null,"genreNames":null},"relationships":{"albums":null},
        "views":null,"href":null}],"more":null,"next":null}
      """#
    let found = try losses(AppleMusic.Collection<AppleMusic.Item>.self, json)
    #expect(found.map(\.description) == ["path: .data[].attributes.hue", "path: .more"])
  }

  @Test("A named value of any form is covered completely, and an unnamed kept one is not")
  func catchAlls() throws {
    let named = #"{"data":[{"id":"1","type":"songs","meta":{"a":[{}]}}]}"#
    #expect(try losses(AppleMusic.Collection<AppleMusic.Item>.self, named) == [])
    let groups = #"{"results":{"holograms":{"data":[]},"songs":7}}"#
    #expect(
      try losses(AppleMusic.SearchDocument.self, groups).map(\.form) == [.member, .member]
    )
    #expect(
      try losses(AppleMusic.ChartsDocument.self, groups).map(\.form) == [.member, .member]
    )
  }

  private struct Dropping: Codable {
    var list: [Int]
    var value: Int

    init(from decoder: any Decoder) throws {
      list = [1]
      value = 2
    }
  }

  @Test("A changed value and a shorter list are noticed")
  func changes() throws {
    let found = try losses(Dropping.self, #"{"list":[1,2],"value":1}"#)
    #expect(found.map(\.form) == [.count, .value])
  }

  @Test("A folder with an incomplete manifest, or a missing file, is refused")
  func folders() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let manifest = folder.appending(path: "manifest.json")
    #expect(throws: RecordedFolder.Fault.noManifest) { try RecordedFolder(folder) }
    try Data(#"{"a.json":"#.utf8).write(to: manifest)
    #expect(throws: RecordedFolder.Fault.brokenManifest) { try RecordedFolder(folder) }
    try Data(#"{"a.json":"apple.resources","b.json":"other"}"#.utf8).write(to: manifest)
    try Data("{}".utf8).write(to: folder.appending(path: "b.json"))
    #expect(throws: RecordedFolder.Fault.missing(["a.json"])) { try RecordedFolder(folder) }
    try Data("{}".utf8).write(to: folder.appending(path: "a.json"))
    #expect(try RecordedFolder(folder).answers.map(\.kind) == ["apple.resources", "other"])
  }
}
