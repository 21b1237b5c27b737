/// A list of which one bad member does not lose the others.
public struct LossyArray<Element: Codable & Hashable & Sendable>: Hashable, Sendable {
  /// The members in the service's order.
  public var members: [Element]
  /// The members that could not be read. Their indices count all that were sent.
  public var unreadable: [UnreadableMember]

  /// Makes a list.
  public init(_ members: [Element] = []) {
    self.members = members
    unreadable = []
  }
}

extension LossyArray: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { members.count }
  /// The member at a position.
  public subscript(position: Int) -> Element { members[position] }
}

extension LossyArray: Codable {
  /// Reads what can be read.
  ///
  /// - Throws: `DecodingError` where there is no list at all.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    members = []
    unreadable = []
    members.reserveCapacity(Swift.min(list.count ?? 0, 1_000))
    while !list.isAtEnd {
      do {
        members.append(try list.decode(Element.self))
      } catch {
        // The container stays at a member that failed.
        let index = list.currentIndex
        let found = try list.decode(DecodedJSON.self)
        unreadable.append(
          .init(index: index, json: found.json, isNull: found.isNull, error: error)
        )
      }
    }
  }

  /// Writes all members, the unreadable ones where they stood.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    var rest = unreadable[...]
    for member in members {
      while let lost = rest.first, lost.index <= list.count {
        try list.encode(lost.json)
        rest.removeFirst()
      }
      try list.encode(member)
    }
    for lost in rest { try list.encode(lost.json) }
  }
}

/// Takes whatever stands there, `null` and a number too large for any type as well.
package struct DecodedJSON: Decodable {
  /// What stands there; `null` for each number that cannot be kept.
  package let json: JSONValue
  /// Whether `null` itself stands there.
  package let isNull: Bool

  package init(from decoder: any Decoder) {
    let container = try? decoder.singleValueContainer()
    isNull = container?.decodeNil() ?? false
    // The members of a list or an object cannot fail, so that each is read once.
    if let members = try? container?.decode([String: DecodedJSON].self) {
      json = .object(members.mapValues(\.json))
    } else if let members = try? container?.decode([DecodedJSON].self) {
      json = .array(members.map(\.json))
    } else {
      json = (try? JSONValue(from: decoder)) ?? .null
    }
  }
}

extension LossyArray {
  /// All places of the list in order; `nil` where what stood there could not be read.
  public var places: [Element?] {
    var places: [Element?] = []
    var rest = unreadable[...]
    for member in members {
      while let lost = rest.first, lost.index <= places.count {
        places.append(nil)
        rest.removeFirst()
      }
      places.append(member)
    }
    return places + rest.map { _ in nil }
  }
}
