import Foundation

/// Where the tool keeps what is a user's between runs.
enum StateFolder {
  /// `$XDG_STATE_HOME/playerkit`, by default below the user's home; `nil` without either.
  static func path(_ environment: [String: String]) -> String? {
    // As the specification has it, a path that is relative counts as none.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return "\(state)/playerkit"
    }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.local/state/playerkit" }
  }

  /// The file of the tokens that the user of a service has.
  static func file(ofTokensFor service: String, _ environment: [String: String]) -> String? {
    path(environment).map { "\($0)/\(service)-tokens.json" }
  }
}
