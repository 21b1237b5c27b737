import Foundation

/// The service's rules for query values.
extension Query {
  /// Reads `ids[songs]=1,2` as `songs` → 1, 2.
  func bracketed(_ name: String) -> [(key: String, values: [String])] {
    pairs.compactMap { pair in
      guard pair.name.hasPrefix(name + "["), pair.name.hasSuffix("]") else { return nil }
      let key = pair.name.dropFirst(name.count + 1).dropLast()
      return (key: String(key), values: Self.split(pair.value))
    }
  }

  /// A required list.
  func wanted(_ name: String) throws -> [String] {
    guard let list = list(name), !list.isEmpty else {
      throw name == "ids" ? AppleMusicFailure.noIDs : AppleMusicFailure.missing(name)
    }
    return list
  }

  func page(standard: Int, maximum: Int) throws -> Page {
    var page = Page(limit: standard)
    if let text = self["limit"] {
      page.limit = try Self.integer(text, atLeast: 1, parameter: "limit")
      guard page.limit <= maximum else {
        throw AppleMusicFailure.invalid(
          "Value must be an integer less than or equal to \(maximum), but was: \(text)",
          parameter: "limit"
        )
      }
    }
    if let text = self["offset"] {
      page.offset = try Self.integer(text, atLeast: 0, parameter: "offset")
    }
    return page
  }

  static func integer(_ text: String, atLeast minimum: Int, parameter: String) throws -> Int {
    guard let number = Int(text) else {
      throw AppleMusicFailure.invalid("Value must be an integer", parameter: parameter)
    }
    guard number >= minimum else {
      let detail = "Value must be an integer greater than or equal to \(minimum)"
      throw AppleMusicFailure.invalid(detail, parameter: parameter)
    }
    return number
  }

  /// The query of the next page: everything but the limits, which the service drops. Charts have
  /// the offset last.
  func continuation(
    offset: Int,
    replacing changes: [String: String] = [:],
    offsetLast: Bool = false
  ) -> String {
    var result = without("limit", "offset").filter { !$0.name.hasPrefix("limit[") }
      .map { (name: $0.name, value: changes[$0.name] ?? $0.value) }
    result.insert((name: "offset", value: String(offset)), at: offsetLast ? result.count : 0)
    return Self.encoded(result)
  }

  /// A page of a list, with the address of the next page.
  func list<Element>(
    _ list: [Element],
    _ page: Page,
    at path: String,
    replacing changes: [String: String] = [:],
    offsetLast: Bool = false,
    _ write: (ArraySlice<Element>) throws -> JSON
  ) rethrows -> JSON {
    let next = page.nextOffset(of: list.count).map {
      path + "?" + continuation(offset: $0, replacing: changes, offsetLast: offsetLast)
    }
    return ["next": .string(next), "data": try write(page.slice(of: list))]
  }

  static func encoded(_ pairs: Pairs) -> String {
    pairs.map { encoded($0.name) + "=" + encoded($0.value) }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    escaped(text, beside: "*, ").replacing(" ", with: "+")
  }
}
