/// The paging of a list, taken from the decoder that reads the list.
///
/// A list that has it may have synthesized conformances: `@DecodedPaging public var paging`. It has no
/// place in the encoded form. Two are always equal, since lists are compared by what the service sent.
@propertyWrapper
public struct DecodedPaging: Codable, Hashable, Sendable {
  /// How the next page is fetched.
  public var wrappedValue: ListPaging?

  /// Makes the paging of a list that no client decoded.
  public init(wrappedValue: ListPaging? = nil) { self.wrappedValue = wrappedValue }

  /// Takes the pager that a client gave its decoder, for the list that `decoder` reads.
  public init(from decoder: any Decoder) { self.init(decoder, list: decoder.codingPath) }

  /// The list stands in a group of the answer where it stands under a name. The name of the members
  /// is none of a group: the next page has it itself.
  fileprivate init(_ decoder: any Decoder, list: [any CodingKey]) {
    let name = list.last.flatMap { $0.intValue == nil ? $0.stringValue : nil }
    let group = name.flatMap { ["items", "data"].contains($0) ? nil : $0 }
    wrappedValue = ListPaging(decoder, group: group)
  }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) {}

  /// Always.
  public static func == (one: Self, other: Self) -> Bool { true }

  /// By nothing.
  public func hash(into hasher: inout Hasher) {}
}

// What synthesized conformances call.

extension KeyedDecodingContainer {
  /// Asks for no value: the list's own decoder tells.
  public func decode(_ type: DecodedPaging.Type, forKey key: Key) throws -> DecodedPaging {
    DecodedPaging(try superDecoder(forKey: key), list: codingPath)
  }
}

extension KeyedEncodingContainer {
  /// Writes nothing.
  public mutating func encode(_ value: DecodedPaging, forKey key: Key) throws {}
}
