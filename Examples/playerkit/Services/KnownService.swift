import Foundation
import PlayerKit
import PlayerKitServices

/// A service of the command line, and the variables from which it is made.
struct KnownService: Sendable {
  /// An environment variable, with half a sentence about it for people.
  struct Variable: Sendable, Hashable {
    let name: String
    let help: String

    init(_ name: String, _ help: String) {
      self.name = name
      self.help = help
    }
  }

  let type: any MusicService.Type
  let variables: [Variable]
  /// The names of its base URLs, for `--api`.
  let addresses: [String]
  /// The variable that names the file with the user's tokens.
  let tokenVariable: String?
  /// What is not set if the service reports that a credential is missing.
  let missing: [CatalogService: String]
  private let make: @Sendable (ServiceSetup, ServiceVariables, URL?) -> any MusicService

  /// - Parameter make: Makes the service from the variables, and the file with the user's tokens.
  init(
    _ type: any MusicService.Type,
    _ variables: [Variable] = [],
    addresses: [String]? = nil,
    tokenVariable: String? = nil,
    missing: [CatalogService: String] = [:],
    make: @escaping @Sendable (ServiceSetup, ServiceVariables, URL?) -> any MusicService
  ) {
    self.type = type
    self.variables = variables
    self.addresses = addresses ?? [type.name]
    self.tokenVariable = tokenVariable
    self.missing = missing
    self.make = make
  }

  var name: String { type.name }
  var signsIn: Bool { type is any SignInService.Type || name == AppleMusicUserFile.service }

  /// Makes the service. By default the user's tokens are in the folder for state.
  func make(_ setup: ServiceSetup, _ environment: [String: String]) -> any MusicService {
    let variables = ServiceVariables(environment)
    let usual = StateFolder.file(ofTokensFor: name, environment).map { URL(filePath: $0) }
    return make(setup, variables, tokenVariable.flatMap { variables.file($0) } ?? usual)
  }

  /// Returns what the user has to do if an error reports a missing credential or sign-in, as a
  /// sentence after a space. Empty for other errors.
  static func advice(_ error: any Error) -> String {
    let cause = (error as? PlayerError)?.underlying ?? error
    guard let error = cause as? CatalogError, let service = error.service,
      let known = knownServices.first(where: { $0.missing[service] != nil }),
      let text = known.missing[service]
    else { return "" }
    switch error.code {
    case .signInRequired where known.signsIn: return " Run “playerkit login \(known.name)”."
    case .missingCredential:
      // If all variables are set, something else is missing.
      let variables = ServiceVariables(ProcessEnvironment.variables)
      let named = known.variables.filter { text.contains($0.name) }
      return named.contains { variables[$0.name] == nil } ? " " + text : ""
    default: return ""
    }
  }
}
