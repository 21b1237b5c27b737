/// The paging of a list, taken from the decoder that reads the list.
///
/// It lets a list use synthesized conformances: `@DecodedPaging public var paging`. It is not
/// encoded. Two values are always equal, since list equality covers only the data from the service.
@propertyWrapper
public struct DecodedPaging: Codable, Hashable, Sendable {
  /// Fetches the next page.
  public var wrappedValue: ListPaging?

  /// Makes the paging of a list that no client decoded.
  public init(wrappedValue: ListPaging? = nil) { self.wrappedValue = wrappedValue }

  /// Takes the pager from the decoder's user info, for the list that `decoder` reads.
  public init(from decoder: any Decoder) { self.init(decoder, list: decoder.codingPath) }

  /// If the list is nested under a key, that key is its group in the reply. The key of the members
  /// is not a group, because the next page has it too.
  fileprivate init(_ decoder: any Decoder, list: [any CodingKey]) {
    let name = list.last.flatMap { $0.intValue == nil ? $0.stringValue : nil }
    let group = name.flatMap { ["items", "data"].contains($0) ? nil : $0 }
    wrappedValue = ListPaging(decoder, group: group)
  }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) {}

  /// Always `true`.
  public static func == (one: Self, other: Self) -> Bool { true }

  /// Hashes nothing.
  public func hash(into hasher: inout Hasher) {}
}

// Called by synthesized conformances.

extension KeyedDecodingContainer {
  /// Requires no value: the paging comes from the list's own decoder.
  public func decode(_ type: DecodedPaging.Type, forKey key: Key) throws -> DecodedPaging {
    DecodedPaging(try superDecoder(forKey: key), list: codingPath)
  }
}

extension KeyedEncodingContainer {
  /// Writes nothing.
  public mutating func encode(_ value: DecodedPaging, forKey key: Key) throws {}
}
