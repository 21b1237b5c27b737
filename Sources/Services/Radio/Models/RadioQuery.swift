import Foundation

/// Which stations are wanted, and in what order.
public struct RadioQuery: Sendable, Hashable {
  /// What stations are ordered by. The set is open.
  public struct Order: RawRepresentable, Hashable, Sendable {
    /// As Radio Browser names it.
    public let rawValue: String

    /// Makes an order of Radio Browser's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// How often they were played within a day, the most first.
    public static let clicks = Order(rawValue: "clickcount")
    /// By how much that grew.
    public static let trend = Order(rawValue: "clicktrend")
    /// The votes, the most first.
    public static let votes = Order(rawValue: "votes")
    /// The bit rate, the highest first.
    public static let bitRate = Order(rawValue: "bitrate")
    /// The name.
    public static let name = Order(rawValue: "name")
    /// By chance.
    public static let random = Order(rawValue: "random")
  }

  /// A part of the name.
  public var name: String?
  /// The country, in two letters.
  public var countryCode: String?
  /// The state or region.
  public var state: String?
  /// A part of the language's name, in English.
  public var language: String?
  /// Tags, all of which it has.
  public var tags: [String] = []
  /// The codec, such as `MP3`.
  public var codec: String?
  /// The lowest bit rate, in kbit/s.
  public var lowestBitRate: Int?
  /// The highest bit rate, in kbit/s.
  public var highestBitRate: Int?
  /// Whether those alone that were there when they were last looked at.
  public var isWorking = true
  /// The order.
  public var order = Order.clicks
  /// How many are wanted, from 1 to 500.
  public var limit = 50
  /// How many are passed over.
  public var offset = 0

  /// Makes a query for the most played stations.
  public init(name: String? = nil) {
    self.name = name
  }

  var items: [URLQueryItem] {
    // All but names are better the more there is.
    let isReversed = ![.name, .random].contains(order)
    let values: [(String, String?)] = [
      ("name", name), ("countrycode", countryCode), ("state", state), ("language", language),
      ("tagList", tags.isEmpty ? nil : tags.joined(separator: ",")), ("codec", codec),
      ("bitrateMin", lowestBitRate.map { String($0) }),
      ("bitrateMax", highestBitRate.map { String($0) }),
      ("hidebroken", isWorking ? "true" : "false"), ("order", order.rawValue),
      ("reverse", isReversed ? "true" : "false"),
      // Without a limit all 50,000 come.
      ("limit", String(min(max(limit, 1), 500))), ("offset", String(max(offset, 0))),
    ]
    return values.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
  }
}
