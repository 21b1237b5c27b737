import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The services' own players at the command line", .tags(.local), .timeLimit(.minutes(3)))
struct PageCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("a.wav")
  }

  private var tokens: String { scratch.path("state/playerkit/apple-tokens.json") }

  /// Writes a program that stands for the browser. It keeps its argument.
  private func makeBrowser() throws -> String {
    let script = "#!/bin/sh\nprintf '%s' \"$1\" > '\(scratch.path("opened"))'\n"
    try scratch.write(Data(script.utf8), to: "browser")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700],
      ofItemAtPath: scratch.path("browser")
    )
    return scratch.path("browser")
  }

  private func run(
    _ arguments: [String],
    browser: String = "/nowhere/browser",
    _ environment: [String: String] = [:],
    onLine: @escaping @Sendable (String, RunningTool) -> Void = { _, _ in }
  ) async throws -> Tool.Run {
    let own = ["BROWSER": browser, "XDG_STATE_HOME": scratch.path("state")]
    return try await Tool.run(
      arguments,
      in: scratch.url,
      environment: own.merging(environment) { $1 },
      onLine: onLine
    )
  }

  /// The events of one kind, without the line of the addresses.
  private func events(_ kind: String, of run: Tool.Run) throws -> [ToolEvent] {
    try run.lines.filter { $0.contains(#""event":"#) }.map(ToolEvent.init(line:))
      .filter { $0.event == kind }
  }

  private func write(token: String) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("state/playerkit"),
      withIntermediateDirectories: true
    )
    let content = ["token": token, "storefront": "us"]
    try JSONEncoder().encode(content).write(to: URL(filePath: tokens))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: tokens)
  }

  // MARK: - play --page, serve --page

  @Test("the help of play and login names the page")
  func help() async throws {
    let play = try await run(["help", "play"])
    #expect(play.status == 0)
    #expect(play.output.contains("--page") && play.output.contains("youtube:ID"))
    let login = try await run(["help", "login"])
    #expect(login.status == 0 && login.output.contains("apple"))
    #expect(login.output.contains("--check"))
  }

  @Test(
    "a wrong argument is a usage error",
    arguments: [
      ["play", "--page", "--page-port", "70000", "a.wav"],
      ["play", "--page", "--page-port", "-1", "a.wav"],
      ["play", "--page", "--page-port"],
      ["play", "--page"],
      ["login", "youtube"],
      ["login"],
      ["login", "spotify", "--check"],
      ["login", "apple", "--port", "x"],
    ]
  )
  func wrong(arguments: [String]) async throws {
    let run = try await run(arguments)
    #expect(run.status == 2)
    #expect(!run.errors.isEmpty && run.output.isEmpty)
  }

  @Test("without a browser, playback does not begin, and the error says what to do")
  func noBrowser() async throws {
    let run = try await run(["play", "--page", "--json", "--output", "null", "a.wav"])
    #expect(run.status == 1)
    #expect(run.errors.contains("BROWSER") && run.errors.contains("serve --page"))
    #expect(try run.events("error").map(\.code) == ["noPage"])
    #expect(try run.events("track").isEmpty)
  }

  @Test("the browser gets a file that only the user can read, and no secret as an argument")
  func opens() async throws {
    let run = try await run(
      ["play", "--page", "--json", "--output", "null", "a.wav"],
      browser: try makeBrowser()
    )
    #expect(run.status == 0)
    #expect(try events("ended", of: run).map(\.reason) == ["finished"])
    // The browser may be slower than the music.
    let file = scratch.path("opened")
    try await eventually("the browser has run") {
      (try? String(contentsOfFile: file, encoding: .utf8))?.hasSuffix("open.html") ?? false
    }
    let opened = try String(contentsOfFile: file, encoding: .utf8)
    #expect(opened.hasPrefix("file://") && !opened.contains("#"))
    let folder = try #require(URL(string: opened)).deletingLastPathComponent()
    #expect(!FileManager.default.fileExists(atPath: folder.path), "it stays after the end")
  }

  @Test("a track of a page fails at once if no page comes, and the next track plays")
  func noPage() async throws {
    let run = try await run(
      [
        "serve", "--mpd", "127.0.0.1:0", "--page", "--json", "--output", "null",
        "youtube:dQw4w9WgXcQ", "a.wav",
      ]
    ) { line, tool in
      if line.contains(#""id":"a.wav""#) { tool.signal(SIGTERM) }
    }
    #expect(run.status == 0)
    #expect(run.lines.first?.contains("#") == true, "the first line has the link")
    #expect(try events("error", of: run).first?.code == "noPage")
    #expect(try events("track", of: run).last?.id == "a.wav")
  }

  // MARK: - login apple

  @Test("a sign-in to Apple Music needs a developer token and a browser")
  func needs() async throws {
    let bare = try await run(["login", "apple"])
    #expect(bare.status == 1 && bare.errors.contains("APPLE_MUSIC_DEVELOPER_TOKEN"))
    let token = ["APPLE_MUSIC_DEVELOPER_TOKEN": "head.body.signature"]
    let alone = try await run(["login", "apple"], token)
    #expect(alone.status == 1 && alone.errors.contains("--show-urls"))
    #expect(!FileManager.default.fileExists(atPath: tokens))
  }

  @Test("a kept token of Apple Music answers personal calls, and reports what it allows")
  func check() async throws {
    try await SimulatedServices.with { services in
      let environment = services.environment
      let arguments = ["login", "apple", "--check"] + services.options
      let nobody = try await run(arguments, environment)
      #expect(nobody.status == 1 && nobody.errors.contains("playerkit login apple"))

      try write(token: services.simulator.musicUserToken)
      let known = try await run(arguments, environment)
      #expect(known.status == 0, "\(known.errors)")
      #expect(
        known.lines == [
          "storefront: us", "whole tracks: yes", "library: yes", "can subscribe: no",
        ]
      )
      #expect(!(known.output + known.errors).contains(services.simulator.musicUserToken))

      try write(token: "another-token")
      let refused = try await run(arguments, environment)
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(!refused.errors.contains("another-token"))

      #expect(try await run(["logout", "apple"]).status == 0)
      #expect(!FileManager.default.fileExists(atPath: tokens))
    }
  }
}
