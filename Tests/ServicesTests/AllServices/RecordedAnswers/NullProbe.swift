import Foundation
import PlayerKitServices

/// Finds each `null` where no property would take a value.
///
/// The models know no difference between `null` and an absent key, so that encoding does not tell.
/// Other values are put in its place instead: a property keeps one of them, or refuses one.
enum NullProbe {
  private static let values: [JSONValue] = ["text", 1, true, .array([]), .object([:])]

  static func losses<Model: Codable>(in document: JSONValue, through: Model.Type) -> [Loss] {
    document.nulls(at: []).compactMap { path in
      let isRead = values.contains { value in
        let data = try? JSONEncoder().encode(document.replacing(path[...], with: value))
        // A whole answer that is refused, or a member that is kept as unreadable, was looked at.
        guard let data, let model = try? JSONDecoder().decode(Model.self, from: data) else {
          return true
        }
        let again = try? JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(model))
        return again?.value(at: path[...]) != nil
      }
      return isRead ? nil : Loss(form: .path, path: path.map(\.description).joined())
    }
  }
}

private enum Step: CustomStringConvertible {
  case key(String)
  case index(Int)

  var description: String {
    switch self {
    case .key(let key): ".\(key)"
    case .index: "[]"
    }
  }
}

extension JSONValue {
  fileprivate func nulls(at path: [Step]) -> [[Step]] {
    switch self {
    case .null: [path]
    case .array(let values):
      values.enumerated().flatMap { $1.nulls(at: path + [.index($0)]) }
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { $1.nulls(at: path + [.key($0)]) }
    case .bool, .int, .decimal, .double, .string: []
    }
  }

  fileprivate func replacing(_ path: ArraySlice<Step>, with value: JSONValue) -> JSONValue {
    switch (self, path.first) {
    case (_, nil): return value
    case (.object(var members), .key(let key)):
      members[key] = members[key]?.replacing(path.dropFirst(), with: value)
      return .object(members)
    case (.array(var values), .index(let index)) where values.indices.contains(index):
      values[index] = values[index].replacing(path.dropFirst(), with: value)
      return .array(values)
    case (_, _): return self
    }
  }

  fileprivate func value(at path: ArraySlice<Step>) -> JSONValue? {
    switch path.first {
    case nil: self
    case .key(let key): self[key]?.value(at: path.dropFirst())
    case .index(let index):
      array.flatMap { $0.indices.contains(index) ? $0[index].value(at: path.dropFirst()) : nil }
    }
  }
}
