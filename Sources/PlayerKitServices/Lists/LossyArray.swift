/// An array in which one bad element does not lose the others.
public struct LossyArray<Element: Codable & Hashable & Sendable>: Hashable, Sendable {
  /// The elements in the service's order.
  public var members: [Element]
  /// The elements that could not be read. Their indices refer to the array as it was sent.
  public var unreadable: [UnreadableMember]

  /// Makes an array.
  public init(_ members: [Element] = []) {
    self.members = members
    unreadable = []
  }
}

extension LossyArray: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { members.count }
  /// The element at a position.
  public subscript(position: Int) -> Element { members[position] }
}

extension LossyArray: Codable {
  /// Reads all readable elements.
  ///
  /// - Throws: `DecodingError` if there is no array.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    members = []
    unreadable = []
    members.reserveCapacity(Swift.min(list.count ?? 0, 1_000))
    while !list.isAtEnd {
      do {
        members.append(try list.decode(Element.self))
      } catch {
        // The container stays at an element that failed.
        let index = list.currentIndex
        let found = try list.decode(DecodedJSON.self)
        unreadable.append(
          .init(index: index, json: found.json, isNull: found.isNull, error: error)
        )
      }
    }
  }

  /// Writes all elements, the unreadable ones at their original positions.
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

/// Decodes any JSON, including `null` and numbers too large for any type.
package struct DecodedJSON: Decodable {
  /// The decoded value. Numbers that cannot be represented become `null`.
  package let json: JSONValue
  /// Whether the value is literally `null`.
  package let isNull: Bool

  package init(from decoder: any Decoder) {
    let container = try? decoder.singleValueContainer()
    isNull = container?.decodeNil() ?? false
    // Decoding a member cannot fail, so each one is read once.
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
  /// All positions of the array in order. `nil` for an unreadable element.
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
