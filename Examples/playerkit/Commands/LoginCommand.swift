import ArgumentParser
import Foundation
import LoopbackSignIn
import MusicCatalog
import ServiceKit

/// The services that people sign in to.
private let signInServices = knownServices.filter { $0.userTokenFile != nil }.map { $0.name }

/// Signs the user in to a service, by the browser.
struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to a service, by the browser.",
    discussion: """
      Services: \(signInServices.joined(separator: ", ")). The tokens are kept under \
      $XDG_STATE_HOME/playerkit, for nobody else to read. The browser is $BROWSER, where that is set. \
      The redirect is http://127.0.0.1:PORT/callback.
      """
  )

  @OptionGroup var services: ServiceOptions

  @Option(help: ArgumentHelp("The port of the redirect; 0: any that is free.", valueName: "port"))
  var port: UInt16 = 0

  @Flag(
    help:
      "Show the page's address instead of opening a browser. It is of use for this attempt alone."
  )
  var showURLs = false

  @Argument(help: ArgumentHelp("The service.", valueName: "service"))
  var service: String

  func validate() throws { try SignInService.check(service) }

  func run() async throws {
    #if Server
      try await SignInService.run(service, services) { signIn in
        let browser = Browser(environment: ProcessInfo.processInfo.environment)
        try await signIn.signIn(
          by: LoopbackReceiver(port: port, browser: showURLs ? nil : browser)
        )
        return "You are signed in to \(service)."
      }
    #else
      throw ValidationError("A sign-in needs the trait Server.")
    #endif
  }
}

/// Forgets a sign-in.
struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Forget the tokens of a service's user.",
    discussion: "Services: \(signInServices.joined(separator: ", "))."
  )

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("The service.", valueName: "service"))
  var service: String

  func validate() throws { try SignInService.check(service) }

  func run() async throws {
    try await SignInService.run(service, services) { signIn in
      try await signIn.signOut()
      return "You are not signed in to \(service) any more."
    }
  }
}

/// What both commands do.
private enum SignInService {
  static func check(_ name: String) throws {
    guard signInServices.contains(name) else {
      let known = signInServices.joined(separator: ", ")
      throw ValidationError("Nobody signs in to “\(name)” here. Services: \(known).")
    }
  }

  static func run(
    _ name: String,
    _ options: ServiceOptions,
    _ work: @escaping @Sendable (any UserSignIn) async throws -> String
  ) async throws {
    let services = MusicServices(options: options)
    do {
      let text = try await Interruption.cancelling {
        guard let signIn = services.service(named: name)?.userSignIn else {
          throw CatalogError(
            .missingCredential,
            "The service is not set up: the app's id is missing in the environment."
          )
        }
        return try await work(signIn)
      }
      ConsoleWriter.standardError.write("playerkit: \(text)\n")
    } catch let error as CatalogError {
      ConsoleWriter.standardError.write("playerkit: \(PrintableText.line(error.description))\n")
      throw ExitCode(ExitStatus.failure.rawValue)
    }
  }
}

#if Server
  /// Shows the page, and takes what comes back to this machine.
  private struct LoopbackReceiver: RedirectReceiver {
    let port: UInt16
    /// `nil`: the address is shown.
    let browser: Browser?

    func answer<Request: RedirectSignIn>(
      to request: (_ redirect: String) throws(CatalogError) -> Request
    ) async throws -> Request.Answer {
      try await LoopbackSignIn(port: port).run(request) { url in
        guard let browser else {
          ConsoleWriter.standardError.write("playerkit: open \(url.absoluteString)\n")
          return
        }
        try await browser.open(url)
      }
    }
  }
#endif
