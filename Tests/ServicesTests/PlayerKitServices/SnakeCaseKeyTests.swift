import Foundation
import TestSupport
import Testing

@testable import PlayerKitServices

@Suite("Keys with underscores between words", .tags(.pure))
struct SnakeCaseKeyTests {
  private struct Sample: Codable, Equatable {
    var id = 1
    var releaseDate = "2026"
    var coverXL = "a"
    var md5Image = "b"
    var externalURLs = ["c": "d"]
    var seconds = 2

    enum CodingKeys: String, SnakeCaseKey {
      case id, releaseDate, coverXL, md5Image, externalURLs
      case seconds = "duration"
    }
  }

  private static let json = """
    {"cover_xl":"a","duration":2,"external_urls":{"c":"d"},"id":1,"md5_image":"b",\
    "release_date":"2026"}
    """

  @Test("A key is written in the service's form, and read from it")
  func roundTrip() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Sample()), as: UTF8.self) == Self.json)
    #expect(try JSONDecoder().decode(Sample.self, from: Data(Self.json.utf8)) == Sample())
  }

  @Test("A key is found by the service's name, and by no other")
  func names() {
    for key in Sample.CodingKeys.allCases {
      #expect(Sample.CodingKeys(stringValue: key.stringValue) == key)
    }
    #expect(Sample.CodingKeys(stringValue: "releaseDate") == nil)
    #expect(Sample.CodingKeys(stringValue: "seconds") == nil)
  }
}
