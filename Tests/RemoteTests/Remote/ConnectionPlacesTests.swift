import TestSupport
import Testing

@testable import PlayerKitWebServer

@Suite("The limits of a server's connections", .tags(.pure))
struct ConnectionPlacesTests {
  private let places = ConnectionPlaces(maximum: 6, maximumUntrusted: 3)

  private let start = SuspendingClock().now

  /// - Parameter used: The seconds at which the connections were last used.
  private func connections(_ text: String, used: [Int] = []) -> [ConnectionPlaces.Connection] {
    text.enumerated().map { id, letter in
      .init(
        id: id,
        address: letter.lowercased(),
        isTrusted: letter.isUppercase,
        lastUsed: start + .seconds(used.isEmpty ? 0 : used[id])
      )
    }
  }

  @Test(
    "an address has few untrusted connections, and a full server keeps the trusted ones",
    arguments: [
      ("", "a", ConnectionPlaces.Decision.admit), ("bba", "a", .admit), ("AAAAA", "a", .admit),
      ("Abaa", "a", .admit), ("baaa", "a", .replace(1)), ("baaaC", "a", .replace(1)),
      ("ABCDEF", "a", .replace(0)), ("ABCDef", "a", .replace(4)), ("AcbbDE", "a", .replace(2)),
      ("bbbccA", "b", .replace(0)),
    ]
  )
  func decisions(present: String, address: String, decision: ConnectionPlaces.Decision) {
    #expect(places.decide(for: address, among: connections(present)) == decision)
  }

  @Test(
    "if all connections are trusted, the one that has been idle longest gives way",
    arguments: [
      ("ABCDEF", [9, 8, 7, 1, 5, 6], ConnectionPlaces.Decision.replace(3)),
      ("AAAAAA", [2, 1, 1, 3, 4, 5], .replace(1)),
      // An untrusted one goes first, however much it sends.
      ("ABCDEf", [1, 2, 3, 4, 5, 60], .replace(5)),
      ("ABCDE", [1, 2, 3, 4, 5], .admit),
    ]
  )
  func idle(present: String, used: [Int], decision: ConnectionPlaces.Decision) {
    #expect(places.decide(for: "g", among: connections(present, used: used)) == decision)
  }

  @Test("a flood of untrusted connections costs trusted ones a single place")
  func flood() {
    var present = connections("ABCDEF", used: [1, 2, 3, 4, 5, 6])
    for id in 6..<200 {
      let address = "attacker \(id % 50)"
      switch places.decide(for: address, among: present) {
      case .admit, .refuse: Issue.record("a full server neither grows nor refuses")
      case .replace(let old): present.removeAll { $0.id == old }
      }
      present.append(
        .init(id: id, address: address, isTrusted: false, lastUsed: start + .seconds(id))
      )
    }
    #expect(present.filter(\.isTrusted).map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test("a server without places refuses")
  func none() {
    let none = ConnectionPlaces(maximum: 0, maximumUntrusted: 3)
    #expect(none.decide(for: "a", among: []) == .refuse)
  }
}
