import Foundation
import PlayerKitServices
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A file of OAuth tokens", .tags(.local))
struct OAuthFileTokenStoreTests {
  private let tokens = OAuthToken.ending(at: 3600)

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      try await body(folder)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
    try FileManager.default.removeItem(at: folder)
  }

  private func makeStore(_ file: URL) throws -> OAuthFileTokenStore {
    try OAuthFileTokenStore(file: file, service: CatalogService(rawValue: "example"))
  }

  private func mode(_ url: URL) throws -> Int? {
    let path = url.path(percentEncoded: false)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("contains the saved tokens, and only its owner can read it and its new folder")
  func saves() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "made/deep/tokens of mine.json")
      let store = try makeStore(file)
      #expect(try await store.load() == nil)
      try await store.save(tokens)
      #expect(try await store.load() == tokens)
      #expect(try mode(file) == 0o600)
      #expect(try mode(folder.appending(path: "made/deep")) == 0o700)
      #expect(try mode(folder.appending(path: "made")) == 0o700)
      var next = tokens
      next.refreshToken = nil
      try await store.save(next)
      #expect(try await makeStore(file).load() == next)
      let path = file.deletingLastPathComponent().path(percentEncoded: false)
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
      try await store.remove()
      try await store.remove()
      #expect(try await store.load() == nil)
    }
  }

  @Test("is not read if others can read or write it", arguments: [0o640, 0o604, 0o620, 0o666])
  func refusesOpenFile(mode: Int) async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "tokens")
      let store = try makeStore(file)
      try await store.save(tokens)
      try FileManager.default.setAttributes(
        [.posixPermissions: mode],
        ofItemAtPath: file.path(percentEncoded: false)
      )
      #expect(await codeThrown { _ = try await store.load() } == .invalidCredential)
      // A new sign-in closes it.
      try await store.save(tokens)
      #expect(try await store.load() == tokens)
    }
  }

  @Test("with other contents is a typed error that quotes nothing")
  func refusesOtherContent() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "tokens")
      let store = try makeStore(file)
      let large = String(repeating: "x", count: 100_000)
      for text in ["", "secret-words", #"{"accessToken":"secret-words"}"#, "[]", large] {
        try await store.save(tokens)
        try write(text, to: file)
        let error = await #expect(throws: CatalogError.self) { _ = try await store.load() }
        #expect(error?.code == .invalidCredential)
        #expect(error.map { everythingShown(of: $0) }?.contains("secret") == false)
      }
    }
  }

  /// Replaces the contents, not the file.
  private func write(_ text: String, to file: URL) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  static let earlier: [(String, OAuthToken)] = [
    (
      #"{"accessToken":"BQ-a","authorizedAt":788918400,"expiresAt":788922000,"#
        + #""refreshToken":"AQ-r","scopes":["user-read-private","streaming"]}"#,
      OAuthToken(
        accessToken: "BQ-a",
        expiresAt: Date(timeIntervalSinceReferenceDate: 788_922_000),
        refreshToken: "AQ-r",
        scopes: ["streaming", "user-read-private"],
        authorizedAt: Date(timeIntervalSinceReferenceDate: 788_918_400)
      )
    ),
    (
      #"{"accessToken":"BQ-a","authorizedAt":788918400.25,"expiresAt":788922000.25,"scopes":[]}"#,
      OAuthToken(
        accessToken: "BQ-a",
        expiresAt: Date(timeIntervalSinceReferenceDate: 788_922_000.25),
        authorizedAt: Date(timeIntervalSinceReferenceDate: 788_918_400.25)
      )
    ),
    (
      #"{"refreshToken":"r-1","accessToken":"2-a","expiresAt":788922000.5}"#,
      OAuthToken(
        accessToken: "2-a",
        expiresAt: Date(timeIntervalSinceReferenceDate: 788_922_000.5),
        refreshToken: "r-1"
      )
    ),
    (
      #"{"expiresAt":788922000,"accessToken":"2-a"}"#,
      OAuthToken(
        accessToken: "2-a",
        expiresAt: Date(timeIntervalSinceReferenceDate: 788_922_000)
      )
    ),
  ]

  @Test("that an earlier version wrote for Spotify or SoundCloud is read", arguments: earlier)
  func readsEarlier(text: String, token: OAuthToken) async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "tokens")
      let store = try makeStore(file)
      try await store.save(tokens)
      try write(text, to: file)
      #expect(try await store.load() == token)
    }
  }

  @Test("is also read by earlier versions, which need the scopes and the date of the sign-in")
  func writesForEarlier() async throws {
    struct Earlier: Decodable {
      var accessToken: String
      var expiresAt: Date
      var refreshToken: String?
      var scopes: [String]
      var authorizedAt: Date
    }
    try await inFolder { folder in
      let file = folder.appending(path: "tokens")
      try await makeStore(file).save(tokens)
      let earlier = try JSONDecoder().decode(Earlier.self, from: try Data(contentsOf: file))
      #expect(earlier.scopes == ["user-library-read"])
      #expect(earlier.refreshToken == "refresh-0")
      #expect(earlier.authorizedAt == tokens.authorizedAt)
    }
  }

  @Test("that is missing, or cannot be written, is a typed error")
  func refusesFolder() async throws {
    try await inFolder { folder in
      let inside = folder.appending(path: "file")
      try Data().write(to: inside)
      let store = try makeStore(inside.appending(path: "tokens"))
      #expect(try await store.load() == nil)
      #expect(await codeThrown { try await store.save(tokens) } == .invalidCredential)
      let other = try makeStore(folder.appending(path: "a", directoryHint: .notDirectory))
      try FileManager.default.createDirectory(
        at: folder.appending(path: "a"),
        withIntermediateDirectories: false
      )
      #expect(await codeThrown { _ = try await other.load() } == .invalidCredential)
      #expect(await codeThrown { try await other.save(tokens) } == .invalidCredential)
      let web = try #require(URL(string: "https://a.example/tokens"))
      #expect(throws: CatalogError.self) { _ = try makeStore(web) }
    }
  }
}
