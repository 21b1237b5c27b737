import PlayerKitServices

extension Spotify {
  /// The result for each requested id.
  public struct Lookup<Element: Codable & Hashable & Sendable>: Sendable, Hashable {
    /// The result for one id.
    enum Outcome {
      case found(Element)
      case missing
      case unreadable(String)
    }

    /// The requested ids, in order.
    public let ids: [String]
    /// The items found, by the requested id. The id of the item itself may differ; see
    /// ``Track/askedID``.
    public private(set) var found: [String: Element] = [:]
    /// The faults of unreadable items, by the requested id.
    public private(set) var unreadable: [String: String] = [:]

    init(ids: [String]) { self.ids = ids }
  }
}

extension Spotify.Lookup {
  /// The item found for a requested id.
  public subscript(id: String) -> Element? { found[id] }

  /// The items found, in the order of the request.
  public var members: [Element] { ids.compactMap { found[$0] } }

  /// The ids that the service does not have, in the order of the request.
  public var missing: [String] { ids.filter { found[$0] == nil && unreadable[$0] == nil } }

  mutating func add(_ outcome: Outcome, to id: String) {
    switch outcome {
    case .found(let element): found[id] = element
    case .missing: break
    case .unreadable(let reason): unreadable[id] = reason
    }
  }

  /// Adds the reply to a batch request. Its positions match the ids.
  mutating func add(_ list: LossyArray<Element>, to asked: [String]) {
    let lost = Dictionary(list.unreadable.map { ($0.index, $0) }) { one, _ in one }
    let places = list.places
    for (index, id) in asked.enumerated() {
      if index < places.count, let member = places[index] {
        found[id] = member
      } else if lost[index]?.json != .null {
        unreadable[id] = lost[index]?.reason ?? "The answer is shorter than the request."
      }
    }
  }
}
