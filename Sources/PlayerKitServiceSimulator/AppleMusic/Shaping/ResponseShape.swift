/// The shape of the resources in a response: `include`, `extend`, `fields`, `relate`, `views`,
/// `limit[…]`.
struct ResponseShape {
  private var plain: [String: Set<String>] = [:]
  private var typed: [String: [String: Set<String>]] = [:]
  /// The page sizes of inlined relationships, by name.
  private(set) var limits: [String: Int] = [:]

  private static let names = ["include", "extend", "fields", "relate", "views"]

  init(_ query: Query) throws {
    for name in Self.names {
      if let values = query.list(name) { plain[name] = Set(values) }
      for pair in query.bracketed(name) {
        typed[name, default: [:]][pair.key, default: []].formUnion(pair.values)
      }
    }
    for pair in query.bracketed("limit") {
      let text = pair.values.first ?? ""
      limits[pair.key] = try Query.integer(
        text,
        atLeast: 1,
        parameter: "limit[\(pair.key)]"
      )
    }
  }

  /// The values of a parameter for a resource of this type. A nested resource uses only values that
  /// name its type.
  func wanted(_ name: String, _ kind: String, nested: Bool) -> Set<String> {
    (nested ? [] : plain[name] ?? []).union(typed[name]?[kind] ?? [])
  }

  /// An error names the parameter `limit` if the limit is too high, and its full name if it is too
  /// low.
  func limit(_ rule: Relationship) throws -> Int {
    guard let limit = limits[rule.name] else { return rule.standard }
    guard limit <= rule.maximum else {
      throw AppleMusicFailure.invalid(
        "Specified limit for relationship '\(rule.name)' exceeds maximum of \(rule.maximum)",
        parameter: "limit"
      )
    }
    return limit
  }
}
