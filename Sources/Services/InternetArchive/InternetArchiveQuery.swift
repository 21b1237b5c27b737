import Foundation
import PlayerKitServices

/// Which recordings of the Internet Archive are wanted, and in what order.
public struct InternetArchiveQuery: Sendable, Hashable {
  /// What items are ordered by. The set is open.
  public struct Order: RawRepresentable, Hashable, Sendable {
    /// As the archive writes it: a field and `asc` or `desc`.
    public let rawValue: String

    /// Makes an order of the archive's own words.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// How often they were fetched, the most first.
    public static let downloads = Order(rawValue: "downloads desc")
    /// The date, the oldest first.
    public static let date = Order(rawValue: "date asc")
    /// When they came to the archive, the newest first.
    public static let newest = Order(rawValue: "addeddate desc")
  }

  /// Items beyond are not told by this way of searching.
  static let most = 10_000

  /// Words that stand anywhere in what is known of them.
  public var term: String?
  /// Words of who made them.
  public var creator: String?
  /// A collection's identifier, such as `etree` for concerts.
  public var collection: String?
  /// The year.
  public var year: Int?
  /// The order.
  public var order = Order.downloads
  /// How many are wanted, from 1 to 500.
  public var limit = 50
  /// The page, from 1.
  public var page = 1

  /// Makes a query for the recordings that were fetched most.
  public init(term: String? = nil) {
    self.term = term
  }

  /// The size of a page.
  var rows: Int { min(max(limit, 1), 500) }

  /// The page that is asked for.
  var number: Int { min(max(page, 1), Self.most) }

  /// What is sent; `nil` where it names nothing.
  var items: [URLQueryItem]? {
    var parts: [String] = []
    for (text, field) in [(term, ""), (creator, "creator:")] {
      guard let text else { continue }
      let words = Self.words(text)
      if words.isEmpty { return nil }
      parts.append(field + "(" + words.joined(separator: " AND ") + ")")
    }
    if let collection {
      guard ArchiveRule.isID(collection) else { return nil }
      parts.append("collection:\"\(collection)\"")
    }
    if let year { parts.append("year:\(min(max(year, 0), 9_999))") }
    parts.append("mediatype:(audio OR etree)")
    let values = [
      ("q", parts.joined(separator: " AND ")), ("sort[]", order.rawValue), ("rows", String(rows)),
      ("page", String(number)), ("output", "json"),
    ]
    let fields = ["identifier", "title", "creator", "date", "collection", "downloads"]
    return (values + fields.map { ("fl[]", $0) }).map { URLQueryItem(name: $0.0, value: $0.1) }
  }

  /// What people write, without what the search takes for its own signs and words.
  private static func words(_ text: String) -> [String] {
    let words = text.unicodeScalars.prefix(500).split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        && ![.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }
    // Its own words are those in capitals alone.
    return words.prefix(20).map { String($0).lowercased() }
  }
}
