import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitServices

@Suite("A catalog error as a player error", .tags(.local))
struct CatalogErrorTests {
  @Test("Every code of the catalogs has its equivalent")
  func complete() throws {
    let sources = Fixture.repository.appending(path: "Sources/PlayerKitServices")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var declared = Set<String>()
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /static let \w+ = Code\(rawValue: "(\w+)"\)/) {
        declared.insert(String(match.1))
      }
    }
    #expect(declared.count >= 16)
    #expect(declared.subtracting(PlayerError.Code.equivalents.keys.map(\.rawValue)).isEmpty)
  }

  @Test("A blocked redirect is a blocked URL, not a service's failure")
  func blocked() {
    #expect(PlayerError(CatalogError(.blockedRedirect, "no")).code == .blockedURL)
  }

  @Test("An unknown code is a service's failure")
  func unknown() {
    #expect(PlayerError(CatalogError(.init(rawValue: "odd"), "no")).code == .serverError)
  }
}
