import Foundation

/// The environment variables from which services are made.
struct ServiceVariables: Sendable {
  /// All variables of the process.
  let all: [String: String]

  init(_ environment: [String: String]) {
    all = environment
  }

  /// The value of a variable, or `nil` if it is missing or empty.
  subscript(_ name: String) -> String? { all[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether a variable is `1`.
  func isOn(_ name: String) -> Bool { self[name] == "1" }

  /// The file that a variable names.
  func file(_ name: String) -> URL? { self[name].map { URL(filePath: $0) } }

  /// The address in a variable.
  func url(_ name: String) -> URL? { self[name].flatMap { URL(string: $0) } }

  /// The addresses in a variable, separated by spaces or commas.
  func urls(_ name: String) -> [URL] {
    (self[name] ?? "").split { $0.isWhitespace || $0 == "," }.compactMap { URL(string: String($0)) }
  }

  /// The items in a variable, separated by commas.
  func list(_ name: String) -> [String] {
    (self[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
