import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitLoopbackSignIn
import PlayerKitPagePlayers
import PlayerKitServices

/// The services with a sign-in.
private let signInServices = knownServices.filter(\.signsIn).map(\.name)

/// Signs the user in to a service in the browser.
struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to a service, in the browser or by a code.",
    discussion: """
      Services: \(signInServices.joined(separator: ", ")). The tokens are kept under \
      $XDG_STATE_HOME/playerkit, and only you can read them. $BROWSER names another browser. \
      The redirect is http://127.0.0.1:PORT/callback. Jellyfin shows a code of Quick Connect, unless \
      JELLYFIN_PASSWORD is set. Last.fm needs LASTFM_API_KEY and \
      LASTFM_API_SECRET; the token of ListenBrainz is LISTENBRAINZ_TOKEN, or a line of the input. \
      Apple Music needs APPLE_MUSIC_DEVELOPER_TOKEN, and opens a page.
      """
  )

  @OptionGroup var services: ServiceOptions

  @Option(help: ArgumentHelp("The port of the redirect; 0: any that is free.", valueName: "port"))
  var port: UInt16 = 0

  @Flag(
    name: .customLong("show-urls"),
    help:
      "Show the page's address instead of opening a browser. It is of use for this attempt alone."
  )
  var showURLs = false

  @Flag(help: "Apple Music: report what the sign-in allows instead of signing in.")
  var check = false

  @Argument(help: ArgumentHelp("The service.", valueName: "service"))
  var service: String

  func validate() throws {
    try SignInRun.check(service)
    if check, service != AppleMusicUserFile.service {
      throw ValidationError("--check is for \(AppleMusicUserFile.service) only.")
    }
  }

  func run() async throws {
    if check { return try await checkAppleMusic() }
    #if Server
      if service == AppleMusicUserFile.service { return try await signInToAppleMusic() }
    #endif
    try await SignInRun.run(service, MusicServices(options: services)) { [port, show] signIn in
      try await signIn.signIn(by: TerminalReceiver(port: port, show: show))
      return "You are signed in to \(service)."
    }
  }
}

extension LoginCommand {
  /// Shows a page in the browser, or prints its address.
  private var show: @Sendable (URL) async throws -> Void {
    let browser = showURLs ? nil : Browser(environment: ProcessEnvironment.variables)
    return { url in
      guard let browser else {
        ConsoleWriter.standardError.write("playerkit: open \(url.absoluteString)\n")
        return
      }
      try await browser.open(url)
    }
  }

  /// Reports what the sign-in to Apple Music allows.
  private func checkAppleMusic() async throws {
    let known = MusicServices(options: services)
    try await SignInRun.reporting {
      let account = try await AppleMusicAccount(of: known)
      for line in account.lines { ConsoleWriter.standardOutput.write(line + "\n") }
      return "You are signed in to Apple Music."
    }
  }

  #if Server
    /// Signs in to Apple Music in the player page.
    private func signInToAppleMusic() async throws {
      let environment = services.environment(ProcessEnvironment.variables)
      let known = MusicServices(options: services)
      try await SignInRun.reporting { [showURLs, port] in
        guard environment["APPLE_MUSIC_DEVELOPER_TOKEN"]?.isEmpty == false else {
          throw CatalogError(
            .missingCredential,
            "APPLE_MUSIC_DEVELOPER_TOKEN is not set. Sign a token with your key at Apple."
          )
        }
        let file = try AppleMusicUserFile(environment: environment)
        let page: PlayerPage
        do throws(PlayerError) {
          page = try await PlayerPage.start(
            port: port,
            opensBrowser: !showURLs,
            services: known,
            environment: environment
          )
        } catch {
          let isBrowser = error.code == .noPage
          throw CatalogError(isBrowser ? .unavailable : .portUnavailable, error.message)
        }
        if showURLs, let link = page.addresses?.addresses.first {
          ConsoleWriter.standardError.write("playerkit: open \(link)\n")
        }
        do {
          try file.write(try await page.signInToAppleMusic())
          await page.close()
        } catch {
          await page.close()
          guard let failure = error as? PageSignInFailure else { throw error }
          throw CatalogError(
            .accessDenied,
            "The sign-in did not finish: \(failure.rawValue). Try again."
          )
        }
        return "You are signed in to Apple Music."
      }
    }
  #endif
}

/// Removes a sign-in.
struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Sign out of a service: delete its tokens.",
    discussion: """
      Services: \(signInServices.joined(separator: ", ")). If plays still wait to be scrobbled, a \
      terminal is asked whether to delete them. Without a terminal they are kept, and sent after the \
      next sign-in with the same account.
      """
  )

  @OptionGroup var services: ServiceOptions

  @Flag(help: "Delete the plays that still wait for Last.fm or ListenBrainz, without a question.")
  var yes = false

  @Flag(help: "Keep these plays for the next sign-in with the same account, without a question.")
  var keep = false

  @Argument(help: ArgumentHelp("The service.", valueName: "service"))
  var service: String

  func validate() throws {
    try SignInRun.check(service)
    guard !(yes && keep) else { throw ValidationError("Use --yes or --keep, not both.") }
  }

  func run() async throws {
    if service == AppleMusicUserFile.service {
      let environment = ProcessEnvironment.variables
      return try await SignInRun.reporting {
        try AppleMusicUserFile(environment: environment).remove()
        return "You are not signed in to Apple Music any more."
      }
    }
    let known = MusicServices(options: services)
    let choice: WaitingPlays.Choice = yes ? .remove : keep ? .keep : .ask
    try await SignInRun.run(service, known) { signIn in
      let note = try (known.service(named: service) as? any ScrobbleService).flatMap {
        try WaitingPlays.settle(
          for: $0,
          in: Scrobbling.existingOutbox,
          choice,
          ask: WaitingPlays.askOnTerminal
        )
      }
      try await signIn.signOut()
      let text = "You are not signed in to \(service) any more."
      return note.map { "\(text) \($0)" } ?? text
    }
  }
}

/// Code shared by both commands.
private enum SignInRun {
  static func check(_ name: String) throws {
    guard signInServices.contains(name) else {
      let known = signInServices.joined(separator: ", ")
      throw ValidationError("There is no sign-in for “\(name)”. Services: \(known).")
    }
  }

  static func run(
    _ name: String,
    _ services: MusicServices,
    _ work: @escaping @Sendable (any UserSignIn) async throws -> String
  ) async throws {
    try await reporting {
      let service = services.service(named: name) as? any SignInService
      guard let signIn = service?.userSignIn else {
        let missing = knownServices.first { $0.name == name }?.missing.values.first
        throw CatalogError(
          .missingCredential,
          "The service is not set up. \(missing ?? "Set HOME, so that the tokens can be stored.")"
        )
      }
      return try await work(signIn)
    }
  }

  /// Runs `work`, and reports its result or error.
  static func reporting(_ work: @escaping @Sendable () async throws -> String) async throws {
    do {
      let text = try await Interruption.cancelling(work)
      ConsoleWriter.standardError.write("playerkit: \(text)\n")
    } catch let error as CatalogError {
      let text = error.description + KnownService.advice(error)
      ConsoleWriter.standardError.write("playerkit: \(PrintableText.line(text))\n")
      throw ExitCode(ExitStatus.failure.rawValue)
    }
  }
}

/// Shows the sign-in page, and receives the redirect on this machine.
private struct TerminalReceiver: RedirectReceiver {
  let port: UInt16
  /// Shows a page to the user.
  let show: @Sendable (URL) async throws -> Void

  func answer<Request: RedirectSignIn>(
    to request: (_ redirect: String) throws(CatalogError) -> Request
  ) async throws -> Request.Answer {
    #if Server
      return try await LoopbackSignIn(port: port).run(request, open: show)
    #else
      throw CatalogError(.unavailable, "This sign-in needs the trait Server. Build with it.")
    #endif
  }

  func show(_ code: SignInCode) async throws {
    let page = code.page.map { ", such as \($0.absoluteString)" } ?? ""
    ConsoleWriter.standardError.write(
      "playerkit: enter the code \(PrintableText.line(code.text)) in an app that is signed in"
        + "\(PrintableText.line(page))\n"
    )
  }

  func open(_ page: URL) async throws { try await show(page) }

  /// Reads the token from standard input.
  func askForToken(from page: URL) async throws -> String {
    ConsoleWriter.standardError.write("playerkit: your token, from \(page.absoluteString): ")
    return readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
  }
}
