import Foundation
import PlayerKitServices

/// A search for recordings of the Internet Archive.
public struct InternetArchiveQuery: Sendable, Hashable {
  /// The order of items. The set is open.
  public struct Order: RawRepresentable, Hashable, Sendable {
    /// The archive's form: a field and `asc` or `desc`.
    public let rawValue: String

    /// Makes an order from the archive's form.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// By downloads, the most first.
    public static let downloads = Order(rawValue: "downloads desc")
    /// By date, the oldest first.
    public static let date = Order(rawValue: "date asc")
    /// By date of addition to the archive, the newest first.
    public static let newest = Order(rawValue: "addeddate desc")
  }

  /// The maximum number of items that this search returns.
  static let most = 10_000

  /// Words anywhere in the metadata.
  public var term: String?
  /// Words in the creator's name.
  public var creator: String?
  /// A collection's identifier, such as `etree` for concerts.
  public var collection: String?
  /// The year.
  public var year: Int?
  /// The order.
  public var order = Order.downloads
  /// The page size, from 1 to 500.
  public var limit = 50
  /// The page, from 1.
  public var page = 1

  /// Makes a query that lists the most downloaded recordings first.
  public init(term: String? = nil) {
    self.term = term
  }

  /// The size of a page.
  var rows: Int { min(max(limit, 1), 500) }

  /// The requested page.
  var number: Int { min(max(page, 1), Self.most) }

  /// The parameters to send. `nil` if the query is empty or invalid.
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

  /// Returns the words of a text, without operators of the search syntax.
  private static func words(_ text: String) -> [String] {
    let words = text.unicodeScalars.prefix(500).split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        && ![.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }
    // The search treats only uppercase words as operators.
    return words.prefix(20).map { String($0).lowercased() }
  }
}
