import Foundation
import PlayerKitServices

/// Finds each `null` that no property would read.
///
/// The models do not distinguish `null` from an absent key, so encoding does not show it.
/// This probe replaces it by other values: a property keeps one of them, or refuses one.
enum NullProbe {
  private static let values: [JSONValue] = ["text", 1, true, .array([]), .object([:])]

  static func losses<Model: Codable>(in document: JSONValue, through: Model.Type) -> [Loss] {
    document.nulls(at: []).compactMap { path in
      let isRead = values.contains { value in
        let data = try? JSONEncoder().encode(document.replacing(path[...], with: value))
        // The probe worked if the whole answer is refused, or a member is kept as unreadable.
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
