import Foundation

/// The parameters of a request to the Web API.
struct SpotifyQuery: Sendable {
  let pairs: [(name: String, value: String)]

  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  func required(_ name: String) throws(SpotifyFailure) -> String {
    guard let value = self[name], !value.isEmpty else { throw .missing(name) }
    return value
  }

  func limit(_ usual: Int, most: Int) throws(SpotifyFailure) -> Int {
    guard let text = self["limit"] else { return usual }
    guard let limit = Int(text), (1...most).contains(limit) else { throw .badLimit }
    return limit
  }

  func offset() throws(SpotifyFailure) -> Int {
    guard let text = self["offset"] else { return 0 }
    guard let offset = Int(text), (0...100_000).contains(offset) else { throw .badOffset }
    return offset
  }

  /// The members of a list with commas between them.
  func list(_ name: String, most: Int) throws(SpotifyFailure) -> [String] {
    let members = try required(name).split(separator: ",", omittingEmptySubsequences: false)
    guard members.count <= most else { throw .bad("Too many \(name) requested") }
    return members.map(String.init)
  }

  func integer(_ name: String) throws(SpotifyFailure) -> Int {
    guard let number = Int(try required(name)) else { throw .bad("Invalid \(name)") }
    return number
  }
}

/// A page of a list, by offset.
struct SpotifyPage {
  let limit: Int
  let offset: Int

  func range(of total: Int) -> Range<Int> {
    let start = min(offset, total)
    return start..<min(start + limit, total)
  }

  /// The list's address and those of its neighbors are whole URLs.
  func json(
    _ items: [JSON],
    total: Int,
    at address: String,
    keeping pairs: [(name: String, value: String)] = []
  ) -> JSON {
    func link(_ offset: Int) -> JSON {
      let kept = pairs.filter { $0.name != "limit" && $0.name != "offset" }
      let all = [("offset", String(offset)), ("limit", String(limit))] + kept
      return .string(QueryString.adding(all, to: address))
    }
    let end = offset.addingReportingOverflow(limit)
    let hasMore = !end.overflow && end.partialValue < total
    return [
      "href": link(offset), "limit": .number(limit),
      "next": hasMore ? link(end.partialValue) : .null,
      "offset": .number(offset),
      "previous": offset > 0 ? link(max(0, offset - limit)) : .null,
      "total": .number(total), "items": .array(items),
    ]
  }
}
