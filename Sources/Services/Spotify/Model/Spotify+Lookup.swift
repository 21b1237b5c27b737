import PlayerKitServices

extension Spotify {
  /// What became of each identity that was asked for.
  public struct Lookup<Element: Codable & Hashable & Sendable>: Sendable, Hashable {
    /// What became of one identity.
    enum Outcome {
      case found(Element)
      case missing
      case unreadable(String)
    }

    /// What was asked for, in that order.
    public let ids: [String]
    /// What was found, by the identity asked; that of the thing itself may differ, see
    /// ``Track/askedID``.
    public private(set) var found: [String: Element] = [:]
    /// What was answered, but cannot be read: by the identity asked, with what is wrong.
    public private(set) var unreadable: [String: String] = [:]

    init(ids: [String]) { self.ids = ids }
  }
}

extension Spotify.Lookup {
  /// What was found under an identity that was asked for.
  public subscript(id: String) -> Element? { found[id] }

  /// What was found, in the order in which it was asked for.
  public var members: [Element] { ids.compactMap { found[$0] } }

  /// What the service does not have, in the order in which it was asked for.
  public var missing: [String] { ids.filter { found[$0] == nil && unreadable[$0] == nil } }

  mutating func add(_ outcome: Outcome, to id: String) {
    switch outcome {
    case .found(let element): found[id] = element
    case .missing: break
    case .unreadable(let reason): unreadable[id] = reason
    }
  }

  /// Takes in the answer to a request for many, whose places are those of the identities.
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
