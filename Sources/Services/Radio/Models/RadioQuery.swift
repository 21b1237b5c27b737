import Foundation

/// A query for stations, with their order.
public struct RadioQuery: Sendable, Hashable {
  /// An order of stations. The set is open.
  public struct Order: RawRepresentable, Hashable, Sendable {
    /// Radio Browser's name of the order.
    public let rawValue: String

    /// Creates an order from Radio Browser's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By plays in the last day, most first.
    public static let clicks = Order(rawValue: "clickcount")
    /// By the growth of plays.
    public static let trend = Order(rawValue: "clicktrend")
    /// By votes, most first.
    public static let votes = Order(rawValue: "votes")
    /// By bit rate, highest first.
    public static let bitRate = Order(rawValue: "bitrate")
    /// By name.
    public static let name = Order(rawValue: "name")
    /// In random order.
    public static let random = Order(rawValue: "random")
  }

  /// A part of the name.
  public var name: String?
  /// The country as a two-letter code.
  public var countryCode: String?
  /// The state or region.
  public var state: String?
  /// A part of the language's name, in English.
  public var language: String?
  /// The tags. A station must have all of them.
  public var tags: [String] = []
  /// The codec, such as `MP3`.
  public var codec: String?
  /// The lowest bit rate, in kbit/s.
  public var lowestBitRate: Int?
  /// The highest bit rate, in kbit/s.
  public var highestBitRate: Int?
  /// Whether to return only stations that worked at the last check.
  public var isWorking = true
  /// The order.
  public var order = Order.clicks
  /// The maximum number of stations, from 1 to 500.
  public var limit = 50
  /// The number of stations to skip.
  public var offset = 0

  /// Creates a query for the most played stations.
  public init(name: String? = nil) {
    self.name = name
  }

  var items: [URLQueryItem] {
    // Every order but the name and random puts the highest value first.
    let isReversed = ![.name, .random].contains(order)
    let values: [(String, String?)] = [
      ("name", name), ("countrycode", countryCode), ("state", state), ("language", language),
      ("tagList", tags.isEmpty ? nil : tags.joined(separator: ",")), ("codec", codec),
      ("bitrateMin", lowestBitRate.map { String($0) }),
      ("bitrateMax", highestBitRate.map { String($0) }),
      ("hidebroken", isWorking ? "true" : "false"), ("order", order.rawValue),
      ("reverse", isReversed ? "true" : "false"),
      // Without a limit, the server sends all 50,000.
      ("limit", String(min(max(limit, 1), 500))), ("offset", String(max(offset, 0))),
    ]
    return values.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
  }
}
