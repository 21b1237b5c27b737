import Foundation

/// The folder that stores a user's state between runs.
enum StateFolder {
  /// `$XDG_STATE_HOME/playerkit`, by default below the user's home, or `nil` without either.
  static func path(_ environment: [String: String]) -> String? {
    // The specification requires that relative paths are ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return "\(state)/playerkit"
    }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.local/state/playerkit" }
  }

  /// The file for the user's tokens of a service.
  static func file(ofTokensFor service: String, _ environment: [String: String]) -> String? {
    path(environment).map { "\($0)/\(service)-tokens.json" }
  }
}
