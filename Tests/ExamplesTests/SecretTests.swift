import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

/// No output shows the query of an address. “?…” replaces it.
@Suite("An address with a secret in its query", .tags(.local), .timeLimit(.minutes(3)))
struct SecretTests {
  private let scratch: Scratch
  private let item = "http://user:geheim@127.0.0.1:1/a.mp3?token=geheim&b=c d=geheim#geheim"
  private let shown = "http://127.0.0.1:1/a.mp3?…"

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("a.wav")
  }

  private func run(_ arguments: [String], _ input: String = "") async throws -> Tool.Run {
    let run = try await Tool.run(arguments, input: .text(input), in: scratch.url)
    #expect(!run.output.contains("geheim"), "\(run.output)")
    #expect(!run.errors.contains("geheim"), "\(run.errors)")
    return run
  }

  @Test("fails without showing it: in events, in plain lines, and on standard error")
  func failures() async throws {
    let json = try await run(["play", "--json", "--output", "null", item])
    #expect(try json.events("track").map(\.id) == [shown])
    #expect(try json.events("error").map(\.id) == [shown])
    #expect(json.errors.contains("playerkit: \(shown): unreachable"))
    let plain = try await run(["play", "--output", "null", item])
    #expect(plain.errors.contains("playerkit: \(shown): unreachable"))
  }

  @Test("that can't be used fails without showing it, too")
  func unusable() async throws {
    let run = try await run(["play", "--json", "--output", "null", "http:///a.mp3?token=geheim"])
    #expect(try run.events("error").map(\.title) == ["a.mp3"])
  }

  @Test(
    "that is mistyped fails without showing it",
    arguments: [
      "http:/user:geheim@h/x?token=geheim", "//user:geheim@h/x?a=geheim", "//h/x?a=geheim",
    ]
  )
  func mistyped(item: String) async throws {
    let json = try await run(["play", "--json", "--output", "null", item])
    #expect(try json.events("error").map(\.code) == ["invalidItem"])
    _ = try await run(["info", item])
    _ = try await run(["resolve", item])
  }

  #if SQLite
    @Test("is neither a folder nor a dump of the library, and is not shown completely")
    func library() async throws {
      for item in [item, "http:/user:geheim@h/x?token=geheim"] {
        for command in ["import", "add", "remove"] {
          let run = try await run(["library", command, "--library", "library.sqlite", item])
          #expect(run.status != 0)
        }
      }
    }
  #endif

  @Test("is exported to a file that only the user can read")
  func exported() async throws {
    for (item, mode) in [(self.item, 0o600), ("a.wav", 0o644)] {
      _ = try await run(["export", "list.m3u8", item])
      let path = scratch.url.appendingPathComponent("list.m3u8").path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let found = attributes[.posixPermissions] as? NSNumber
      #expect(found?.intValue == mode)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test("is rejected without showing it")
  func rejected() async throws {
    let run = try await run(
      ["play", "--json", "--output", "null", "a.wav"],
      "pause\ninsert 7 \(item)\nwhat \(item)\n"
    )
    #expect(try run.events("rejected").map(\.line) == ["insert 7 \(shown)", "what \(shown)"])
  }

  @Test("is refused by the command line without showing it")
  func usage() async throws {
    for arguments in [
      ["resolve", "--apple-api", item, "a"], ["resolve", "--apple-api=\(item)", "a"],
      ["resolve", "--api", "apple=\(item)", "a"], ["devices", item], ["play", "--rate", item, "a"],
    ] {
      let run = try await run(arguments)
      #expect(run.status == 2)
      #expect(run.errors.contains(shown), "\(arguments)")
    }
  }

  @Test("is not hidden in a path, in which a question mark is an ordinary character")
  func paths() {
    for path in ["a?b=c.mp3", "./a#b?c.mp3", "apple:1"] {
      #expect(ShownItem.text(path) == path)
    }
    #expect(ShownItem.line("add a?b.mp3") == "add a?b.mp3")
  }
}

@Suite("The addresses of services on the command line", .tags(.pure))
struct ServiceAddressTests {
  @Test("are set by one option, or by one for each service")
  func bases() throws {
    let options = try ServiceOptions.parse([
      "--api", "apple=http://a/x", "--api", "spotify-accounts=https://b", "--apple-api", "http://c",
      "--deezer-api", "http://d", "--api", "itunes=http://e", "--api", "itunes=http://f",
    ])
    #expect(options.bases["apple"]?.absoluteString == "http://a/x")
    #expect(options.bases["spotify-accounts"]?.absoluteString == "https://b")
    #expect(options.bases["deezer"]?.absoluteString == "http://d")
    #expect(options.bases["itunes"]?.absoluteString == "http://f")
    #expect(options.bases["spotify"] == nil)
  }

  @Test(
    "are refused if they are invalid",
    arguments: [
      "apple", "apple=", "=http://a", "tidal=http://a", "apple=ftp://a", "apple=http://a?b",
    ]
  )
  func refused(text: String) {
    #expect(throws: (any Error).self) { try ServiceOptions.parse(["--api", text]) }
  }
}
