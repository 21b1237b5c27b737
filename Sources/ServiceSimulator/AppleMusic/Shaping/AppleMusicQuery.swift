import Foundation

/// A stretch of a list.
struct Page {
  var limit: Int
  var offset: Int

  /// The members of this page; none beyond the end, whatever the offset.
  func slice<Element>(of list: [Element]) -> ArraySlice<Element> {
    let start = min(max(0, offset), list.count)
    return list[start..<start + min(limit, list.count - start)]
  }

  /// Where the next page begins, nil after the last one.
  func nextOffset(of count: Int) -> Int? {
    guard offset < count, limit < count - offset else { return nil }
    return offset + limit
  }
}

/// The query of a request, with the service's rules of what its values may be.
struct AppleMusicQuery {
  let pairs: [(name: String, value: String)]

  func value(_ name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  /// Nil where there is no such parameter.
  func list(_ name: String) -> [String]? {
    value(name).map(Self.split)
  }

  /// `ids[songs]=1,2` as `songs` → 1, 2.
  func bracketed(_ name: String) -> [(key: String, values: [String])] {
    pairs.compactMap { pair in
      guard pair.name.hasPrefix(name + "["), pair.name.hasSuffix("]") else { return nil }
      let key = pair.name.dropFirst(name.count + 1).dropLast()
      return (key: String(key), values: Self.split(pair.value))
    }
  }

  private static func split(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  func page(standard: Int, maximum: Int) throws(AppleMusicFailure) -> Page {
    var page = Page(limit: standard, offset: 0)
    if let text = value("limit") {
      page.limit = try Self.integer(text, atLeast: 1, parameter: "limit")
      guard page.limit <= maximum else {
        throw .invalid(
          "Value must be an integer less than or equal to \(maximum), but was: \(text)",
          parameter: "limit"
        )
      }
    }
    if let text = value("offset") {
      page.offset = try Self.integer(text, atLeast: 0, parameter: "offset")
    }
    return page
  }

  static func integer(
    _ text: String,
    atLeast minimum: Int,
    parameter: String
  ) throws(AppleMusicFailure) -> Int {
    guard let number = Int(text) else {
      throw .invalid("Value must be an integer", parameter: parameter)
    }
    guard number >= minimum else {
      throw .invalid(
        "Value must be an integer greater than or equal to \(minimum)",
        parameter: parameter
      )
    }
    return number
  }

  /// The query of a further page: everything but the limits, which get lost on the way. Charts have the
  /// offset last.
  func continuation(
    offset: Int,
    replacing changes: [String: String] = [:],
    offsetLast: Bool = false
  ) -> String {
    var result = pairs.filter {
      $0.name != "limit" && $0.name != "offset" && !$0.name.hasPrefix("limit[")
    }.map { (name: $0.name, value: changes[$0.name] ?? $0.value) }
    result.insert((name: "offset", value: String(offset)), at: offsetLast ? result.count : 0)
    return Self.encoded(result)
  }

  static func encoded(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { encoded($0.name) + "=" + encoded($0.value) }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~*,[] "
    )
    return (text.addingPercentEncoding(withAllowedCharacters: plain) ?? "")
      .replacing(" ", with: "+").replacing("[", with: "%5B").replacing("]", with: "%5D")
  }
}
