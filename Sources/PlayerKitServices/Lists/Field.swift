/// A value of a service's object, identified by the service's name for it.
///
/// A type that describes such an object has one stored property for each field, and a
/// ``FieldTable`` made from itself:
///
/// ```swift
/// struct SearchGroups: FieldSet {
///   static let table = FieldTable(SearchGroups())
/// The albums found.
///   let albums = Field<[Album]>("albums")
/// }
/// let found: FieldValues<SearchGroups>
/// found.albums  // [Album]?
/// ```
public struct Field<Value: Codable & Hashable & Sendable>: Hashable, Sendable {
  /// The service's name, such as `music-videos`.
  public let name: String
  /// The part of the object that contains the value, such as `views`. Empty if the object has no
  /// parts.
  public let part: String

  /// Makes a field.
  public init(_ name: String, in part: String = "") {
    self.name = name
    self.part = part
  }
}

/// A type whose stored properties are the ``Field``s of one kind of object.
public protocol FieldSet: Sendable {
  /// The fields by name: `FieldTable(Self())`.
  static var table: FieldTable<Self> { get }
}

/// The fields of a ``FieldSet``, by name and by key path.
public struct FieldTable<Fields: Sendable>: Sendable {
  private let fields: Fields
  private let rows: [String: [String: any FieldRow]]

  /// Collects the stored properties of `fields` that are fields.
  public init(_ fields: Fields) {
    self.fields = fields
    rows = Mirror(reflecting: fields).children.reduce(into: [:]) { rows, child in
      guard let row = child.value as? any FieldRow else { return }
      rows[row.part, default: [:]][row.name] = row
    }
  }

  /// The field at a key path.
  package subscript<Value>(path: KeyPath<Fields, Field<Value>>) -> Field<Value> {
    fields[keyPath: path]
  }

  /// Returns the fields of a part, by name.
  func rows(in part: String) -> [String: any FieldRow] { rows[part] ?? [:] }

  /// Returns the field at a key path. `nil` if the path leads to anything else.
  package func row(at path: PartialKeyPath<Fields>) -> (any FieldRow)? {
    fields[keyPath: path] as? any FieldRow
  }
}

/// A type-erased ``Field``.
package protocol FieldRow: Sendable {
  var name: String { get }
  var part: String { get }
  func value(
    in container: KeyedDecodingContainer<AnyKey>,
    forKey key: AnyKey
  ) throws -> any Codable & Hashable & Sendable
}

extension Field: FieldRow {
  package func value(
    in container: KeyedDecodingContainer<AnyKey>,
    forKey key: AnyKey
  ) throws -> any Codable & Hashable & Sendable {
    try container.decode(Value.self, forKey: key)
  }
}
