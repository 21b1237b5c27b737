/// A value as libmpv's commands and properties carry it.
enum MPVValue: Sendable, Equatable {
  case none
  case string(String)
  case flag(Bool)
  case int(Int64)
  case double(Double)
  case array([MPVValue])
  case map([String: MPVValue])

  /// A member of a map; `none` where there is no such member, or this is no map.
  subscript(key: String) -> MPVValue {
    if case .map(let members) = self { members[key] ?? .none } else { .none }
  }

  /// The number, whichever way libmpv spelled it.
  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .none, .string, .flag, .array, .map: nil
    }
  }

  /// The text.
  var text: String? {
    if case .string(let value) = self { value } else { nil }
  }
}
