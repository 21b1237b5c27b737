import Foundation
import PlayerKitServices
import PlayerKitSystem

extension InternetArchive {
  /// A field in the archive's form: a string, a number, or an array of them.
  public struct Texts: Codable, Hashable, Sendable {
    /// The texts, each on one line. Empty ones are left out.
    public var all: [String]

    /// Makes a field.
    public init(_ all: [String]) { self.all = all }

    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
      let value = try JSONValue(from: decoder)
      all = (value.array ?? [value]).prefix(200).compactMap { Self.text($0)?.cleaned }
    }

    /// Writes a single text as a string, several as an array.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let first, all.count == 1 {
        try container.encode(first)
      } else {
        try container.encode(all)
      }
    }

    /// The first text.
    public var first: String? { all.first }

    /// All texts, joined by commas.
    public var joined: String? { all.isEmpty ? nil : all.joined(separator: ", ") }

    private static func text(_ value: JSONValue) -> String? {
      switch value {
      case .string(let text): text
      case .int(let number): String(number)
      case .double(let number): "\(number)"
      case .null, .bool, .decimal, .array, .object: nil
      }
    }
  }
}
