/// What a request wants to see of its resources: `include`, `extend`, `fields`, `relate`, `views`, `limit[…]`.
struct ResponseShape {
  private var plain: [String: Set<String>] = [:]
  private var typed: [String: [String: Set<String>]] = [:]
  /// Bounds of inlined relationships, by name.
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

  /// What is asked for by that name, for a resource of that type; a nested resource hears only what
  /// names its type.
  func wanted(_ name: String, _ kind: String, nested: Bool) -> Set<String> {
    (nested ? [] : plain[name] ?? []).union(typed[name]?[kind] ?? [])
  }

  /// Too high a bound is reported as `limit`, too low a one by its whole name.
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
