import Foundation
import PlayerKitServices
import PlayerKitSubsonic
import TestSupport
import Testing

private let recorded = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"].map {
  URL(filePath: $0).appending(path: "subsonic")
}

/// Answers of Supysonic, and those of the interface's own documentation.
@Suite(
  "Recorded answers of Subsonic servers",
  .tags(.local),
  .enabled(if: recorded != nil, "PLAYERKIT_RECORDED_MORE is not set.")
)
struct RecordedSubsonicTests {
  /// Data that the models lose: none so far.
  private static let lost: Set<String> = []

  @Test("are kept by the models, except for the listed losses")
  func everyAnswer() throws {
    let folder = try #require(recorded)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    var lost: Set<String> = []
    var count = 0
    for name in names where name.hasSuffix(".json") {
      let data = try Data(contentsOf: folder.appending(path: name))
      let sent = try JSONDecoder().decode(JSONValue.self, from: data)
      let document = try JSONDecoder().decode(Subsonic.Document.self, from: data)
      let held = try JSONDecoder().decode(
        JSONValue.self,
        from: try JSONEncoder().encode(document)
      )
      Self.compare(sent, held, at: "", &lost)
      count += 1
    }
    #expect(count >= 27)
    #expect(lost == Self.lost)
    FileHandle.standardOutput.write(Data("recorded answers of Subsonic: \(count) decoded\n".utf8))
  }

  @Test("that are errors are distinguished from others")
  func errors() throws {
    let folder = try #require(recorded)
    func answer(_ name: String) throws -> Subsonic.Answer {
      let data = try Data(contentsOf: folder.appending(path: name))
      return try JSONDecoder().decode(Subsonic.Document.self, from: data).answer
    }
    #expect(try answer("supysonic_wrong_password.json").error?.code == 40)
    #expect(try answer("supysonic_token_auth_refused.json").error?.code == 10)
    #expect(try answer("supysonic_unknown_method_404.json").error?.code == 0)
    #expect(try answer("supysonic_ping.json").error == nil)
  }

  private static func compare(
    _ sent: JSONValue,
    _ held: JSONValue?,
    at path: String,
    _ lost: inout Set<String>
  ) {
    switch (sent, held) {
    case (.object(let sent), .object(let held)):
      for (key, value) in sent { compare(value, held[key], at: path + "." + key, &lost) }
    case (.array(let sent), .array(let held)) where sent.count == held.count:
      for (value, other) in zip(sent, held) { compare(value, other, at: path + "[]", &lost) }
    default:
      let isEqual = sent == held || sent.number.map { $0 == held?.number } ?? false
      if !isEqual { lost.insert(path) }
    }
  }
}
