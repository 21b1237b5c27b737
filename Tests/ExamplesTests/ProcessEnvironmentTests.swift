import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("Credentials in a folder", .tags(.local))
struct ProcessEnvironmentTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func variables(_ environment: [String: String] = [:]) -> [String: String] {
    ProcessEnvironment.addingCredentials(
      to: environment.merging(["CREDENTIALS_DIRECTORY": scratch.url.path]) { $1 }
    )
  }

  @Test("are variables, without the line break at the end of the file")
  func added() throws {
    try scratch.write(Data("a secret \n".utf8), to: "SPOTIFY_CLIENT_SECRET")
    #expect(variables()["SPOTIFY_CLIENT_SECRET"] == "a secret ")
  }

  @Test("do not replace a variable that is set")
  func precedence() throws {
    try scratch.write(Data("file".utf8), to: "SUBSONIC_USER")
    #expect(variables(["SUBSONIC_USER": "own"])["SUBSONIC_USER"] == "own")
    #expect(variables(["SUBSONIC_USER": ""])["SUBSONIC_USER"] == "file")
  }

  @Test("are not read if their name is no variable's, or they are no text, or too long")
  func ignored() throws {
    for name in ["lower", "1A", "A-B", "A.TXT"] { try scratch.write(Data("x".utf8), to: name) }
    try scratch.write(Data([0xFF, 0xFE]), to: "BINARY")
    try scratch.write(Data(repeating: 0x61, count: 65_537), to: "LONG")
    try scratch.write(Data(repeating: 0x61, count: 65_536), to: "LONGEST")
    #expect(Set(variables().keys) == ["CREDENTIALS_DIRECTORY", "LONGEST"])
  }

  @Test("are looked for only in an absolute folder that exists")
  func folder() {
    for folder in ["", "relative", "/no/such/folder"] {
      let environment = ["CREDENTIALS_DIRECTORY": folder]
      #expect(ProcessEnvironment.addingCredentials(to: environment) == environment)
    }
  }
}
