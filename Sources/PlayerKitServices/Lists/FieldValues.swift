/// The values of an object described by a ``FieldSet``, read by name: `found.albums`.
///
/// An unreadable field does not affect the others. It is kept in ``others`` as it was sent,
/// together with fields that this version does not know. All of them are encoded again.
@dynamicMemberLookup
public struct FieldValues<Fields: FieldSet>: Hashable, Sendable {
  private var values: [String: FieldValue] = [:]
  /// The members that belong to no known field or are unreadable.
  public private(set) var others: [String: JSONValue] = [:]

  /// Makes an object without a value.
  public init() {}

  /// The value of a field. `nil` if the object has none.
  public subscript<Value>(dynamicMember path: KeyPath<Fields, Field<Value>>) -> Value? {
    get { values[Fields.table[path].name]?.value as? Value }
    set {
      let name = Fields.table[path].name
      values[name] = newValue.map(FieldValue.init)
      others[name] = nil
    }
  }
}

extension FieldValues: Codable {
  /// Reads an object without parts.
  ///
  /// - Throws: `DecodingError` if there is no object.
  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder.container(keyedBy: AnyKey.self))
  }

  /// Reads a part of an object.
  package init(
    from container: KeyedDecodingContainer<AnyKey>,
    part: String = ""
  ) throws {
    let rows = Fields.table.rows(in: part)
    let keys = container.allKeys
    values.reserveCapacity(keys.count)
    for key in keys {
      let row = rows[key.stringValue]
      if let value = try? row?.value(in: container, forKey: key) {
        values[key.stringValue] = FieldValue(value)
      } else if try row == nil || !container.decodeNil(forKey: key) {
        others[key.stringValue] = try container.decode(DecodedJSON.self, forKey: key).json
      }
    }
  }

  /// Writes all members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (name, value) in values {
      try container.encode(value.value, forKey: AnyKey(name))
    }
    for (name, json) in others { try container.encode(json, forKey: AnyKey(name)) }
  }
}

/// A value of any type.
private struct FieldValue: Hashable, Sendable {
  let value: any Codable & Hashable & Sendable

  init(_ value: any Codable & Hashable & Sendable) { self.value = value }

  static func == (one: Self, other: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == other.value as? Value }
    return isEqual(one.value)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
