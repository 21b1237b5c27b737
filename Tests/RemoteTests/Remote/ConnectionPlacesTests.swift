import TestSupport
import Testing

@testable import PlayerKitWebServer

@Suite("Places of a server's connections", .tags(.pure))
struct ConnectionPlacesTests {
  private let places = ConnectionPlaces(maximum: 6, maximumUntrusted: 3)

  private func connections(_ text: String) -> [ConnectionPlaces.Connection] {
    text.enumerated().map { id, letter in
      .init(id: id, address: letter.lowercased(), isTrusted: letter.isUppercase)
    }
  }

  @Test(
    "an address has few untrusted connections, and a full server keeps the trusted ones",
    arguments: [
      ("", "a", ConnectionPlaces.Decision.admit), ("bba", "a", .admit), ("AAAAA", "a", .admit),
      ("Abaa", "a", .admit), ("baaa", "a", .replace(1)), ("baaaC", "a", .replace(1)),
      ("ABCDEF", "a", .refuse), ("ABCDef", "a", .replace(4)), ("AcbbDE", "a", .replace(2)),
      ("bbbccA", "b", .replace(0)),
    ]
  )
  func decisions(present: String, address: String, decision: ConnectionPlaces.Decision) {
    #expect(places.decide(for: address, among: connections(present)) == decision)
  }
}
