#if Crypto
  import Crypto
  import Foundation
  import PlayerKitServices
  import PlayerKitAppleMusic
  import PlayerKitTesting
  import TestSupport
  import Testing

  @Suite("Signed developer tokens", .tags(.local))
  struct SignedDeveloperTokenProviderTests {
    let clock = ManualClock()
    let key = P256.Signing.PrivateKey()

    private func provider(
      pem: String? = nil,
      keyID: String = "SAMPLEKEY1",
      teamID: String = "SAMPLETEAM",
      origins: [String] = [],
      lifetime: Duration = .seconds(86_400)
    ) throws -> SignedDeveloperTokenProvider {
      try SignedDeveloperTokenProvider(
        pem: pem ?? key.pemRepresentation,
        keyID: keyID,
        teamID: teamID,
        origins: origins,
        lifetime: lifetime,
        clock: clock
      )
    }

    private func data(_ part: Substring) throws -> Data {
      let base64 = part.replacing("-", with: "+").replacing("_", with: "/")
      let padding = String(repeating: "=", count: (4 - base64.count % 4) % 4)
      return try #require(Data(base64Encoded: base64 + padding))
    }

    @Test("are verified by the matching public key only")
    func isVerified() async throws {
      let token = try await provider(origins: ["https://a.example/ü"]).token()
      let parts = token.secret.split(separator: ".")
      try #require(parts.count == 3)
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: data(parts[2]))
      let content = Data("\(parts[0]).\(parts[1])".utf8)
      #expect(key.publicKey.isValidSignature(signature, for: content))
      #expect(!P256.Signing.PrivateKey().publicKey.isValidSignature(signature, for: content))
      #expect(!token.secret.contains("="))
      let header = try JSONSerialization.jsonObject(with: data(parts[0])) as? [String: String]
      #expect(header == ["alg": "ES256", "kid": "SAMPLEKEY1"])
      let payload = String(decoding: try data(parts[1]), as: UTF8.self)
      #expect(
        payload == #"{"exp":1767312000,"iat":1767225600,"iss":"SAMPLETEAM","#
          + #""origin":["https://a.example/ü"]}"#
      )
    }

    @Test("omit the origin if there is none, and have whole seconds")
    func writesWholeSeconds() async throws {
      clock.advance(by: .milliseconds(700))
      let token = try await provider(lifetime: .milliseconds(60_900)).token()
      let payload = String(decoding: try data(token.secret.split(separator: ".")[1]), as: UTF8.self)
      #expect(payload == #"{"exp":1767225660,"iat":1767225600,"iss":"SAMPLETEAM"}"#)
    }

    @Test("are signed once, and again before they expire")
    func renews() async throws {
      let provider = try provider(lifetime: .seconds(1000))
      let first = try await provider.token()
      clock.advance(by: .seconds(899))
      #expect(try await provider.token() == first)
      clock.advance(by: .seconds(1))
      let second = try await provider.token()
      #expect(second != first)
      #expect(second.expiresAt == first.expiresAt + 900)
    }

    @Test("are the same for all concurrent callers")
    func sharesToken() async throws {
      let provider = try provider()
      let tokens = try await withThrowingTaskGroup(of: DeveloperToken.self) { group in
        for _ in 1...100 { group.addTask { try await provider.token() } }
        return try await group.reduce(into: Set<DeveloperToken>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1)
    }

    @Test("that are refused are signed again, unless they are new")
    func resignsAfterRefusal() async throws {
      let provider = try provider()
      let first = try await provider.token()
      await provider.refused(first)
      #expect(try await provider.token() == first)
      clock.advance(by: .seconds(60))
      await provider.refused(first)
      let second = try await provider.token()
      #expect(second != first)
      await provider.refused(first)
      #expect(try await provider.token() == second)
    }

    @Test(
      "have no longer lifetime than the service accepts",
      arguments: [-1, 0, 59, 15_777_001, Int64.max]
    )
    func refusesLifetime(seconds: Int64) throws {
      let error = #expect(throws: CatalogError.self) {
        try provider(lifetime: .seconds(seconds))
      }
      #expect(error?.code == .invalidArgument)
    }

    @Test("can have the longest lifetime that the service accepts")
    func acceptsLongestLifetime() async throws {
      let token = try await provider(lifetime: DeveloperToken.longestLifetime).token()
      #expect(token.expiresAt.timeIntervalSince(token.issuedAt) == 15_777_000)
    }

    @Test(
      "name key and team by ten letters and digits",
      arguments: ["", "SHORT", "\"}{\"a\":\"b", "ÄÖÜÄÖ"]
    )
    func refusesIDs(id: String) throws {
      let first = #expect(throws: CatalogError.self) { try provider(keyID: id) }
      let second = #expect(throws: CatalogError.self) { try provider(teamID: id) }
      #expect(first?.code == .invalidArgument)
      #expect(second?.code == .invalidArgument)
    }

    @Test("come from a key in a file, with white space around it")
    func readsFile() async throws {
      try await withFile("\n" + key.pemRepresentation + "\r\n\n") { file in
        let provider = try SignedDeveloperTokenProvider(
          keyFile: file,
          keyID: "SAMPLEKEY1",
          teamID: "SAMPLETEAM",
          clock: clock
        )
        #expect(try await provider.token().teamID == "SAMPLETEAM")
      }
    }

    static let notKeys = [
      "", "secret-words", P384.Signing.PrivateKey().pemRepresentation,
      P256.Signing.PrivateKey().publicKey.pemRepresentation,
      "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LXdvcmRz\n-----END PRIVATE KEY-----",
      String(repeating: "secret-words", count: 10_000),
    ]

    @Test("need a P-256 key in PEM form, and no error shows any part of it", arguments: notKeys)
    func refusesOtherFiles(content: String) async throws {
      try await withFile(content) { file in
        let error = #expect(throws: CatalogError.self) { try self.provider(of: file) }
        #expect(error?.code == .invalidCredential)
        let shown = error.map { everythingShown(of: $0) } ?? ""
        #expect(!shown.contains("secret-words") && !shown.contains("c2VjcmV0LXdvcmRz"))
        #expect(!shown.contains("-----"))
      }
    }

    @Test("need an existing, readable file")
    func refusesMissingFiles() throws {
      let folder = FileManager.default.temporaryDirectory
      let missing = folder.appending(path: UUID().uuidString)
      #expect(throws: (any Error).self) { try provider(of: missing) }
      #expect(code(of: missing) == .missingCredential)
      #expect(code(of: folder) == .invalidCredential)
      #expect(code(of: URL(string: "https://a.example/key.p8")) == .invalidArgument)
    }

    @Test("show only key id and team of their signer")
    func isRedacted() async throws {
      let provider = try provider()
      let token = try await provider.token()
      let shown = everythingShown(of: provider)
      #expect(shown.contains("SAMPLEKEY1") && shown.contains("SAMPLETEAM"))
      for part in token.secret.split(separator: ".") { #expect(!shown.contains(part)) }
      for line in key.pemRepresentation.split(separator: "\n") { #expect(!shown.contains(line)) }
      #expect(!shown.contains("PrivateKey"))
      let children = Mirror(reflecting: provider).children.compactMap(\.label)
      #expect(children == ["keyID", "teamID"])
    }

    private func provider(of file: URL) throws -> SignedDeveloperTokenProvider {
      try SignedDeveloperTokenProvider(keyFile: file, keyID: "SAMPLEKEY1", teamID: "SAMPLETEAM")
    }

    private func code(of file: URL?) -> CatalogError.Code? {
      do {
        _ = try provider(of: #require(file))
        return nil
      } catch {
        return (error as? CatalogError)?.code
      }
    }

    private func withFile(_ text: String, _ body: (URL) async throws -> Void) async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data(text.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try await body(file)
    }
  }
#endif
