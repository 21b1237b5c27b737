import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("A catalog error as a player error", .tags(.local))
struct CatalogErrorTests {
  @Test("Every code of the catalogs has its equivalent")
  func complete() throws {
    let sources = Fixture.repository.appending(path: "Sources/PlayerKitHTTP/Errors")
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

  @Test("Two errors are equal if all but their causes is")
  func equality() {
    let error = CatalogError(.rateLimited, "no", httpStatus: 429, retryAfter: .seconds(3))
    func changed(
      _ code: CatalogError.Code = .rateLimited,
      _ message: String = "no",
      service: CatalogService? = nil,
      httpStatus: Int? = 429,
      details: [CatalogError.Detail] = [],
      retryAfter: Duration? = .seconds(3),
      isRetryable: Bool? = nil
    ) -> CatalogError {
      CatalogError(
        code,
        message,
        service: service,
        httpStatus: httpStatus,
        details: details,
        retryAfter: retryAfter,
        isRetryable: isRetryable,
        underlying: CancellationError()
      )
    }
    #expect(changed() == error)
    for other in [
      changed(.timedOut), changed(.rateLimited, "yes"), changed(service: .init(rawValue: "x")),
      changed(httpStatus: nil), changed(details: [.init(code: "1")]), changed(retryAfter: nil),
      changed(isRetryable: false),
    ] {
      #expect(other != error, "\(other)")
    }
  }

  @Test("An unknown code is a service's failure")
  func unknown() {
    #expect(PlayerError(CatalogError(.init(rawValue: "odd"), "no")).code == .serverError)
  }
}
