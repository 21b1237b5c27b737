#if Crypto
  import Crypto
  import Foundation
  import PlayerKitSystem
  import PlayerKitServices

  /// Signs developer tokens with a MusicKit private key (`.p8`). Trait `Crypto`.
  ///
  /// **The private key belongs on a server**, or on the machine of its owner: never into an app that
  /// is handed out, where anybody can take it out and sign tokens in the team's name until the key is
  /// revoked. A distributed app gets its tokens by ``FetchedDeveloperTokenProvider`` from a server
  /// that uses this type. Keep the file readable by its owner alone (`chmod 600`), outside of the
  /// repository.
  ///
  /// The key is read once, when the provider is made. A token is signed when the first is asked for,
  /// kept, and signed anew before it expires. All methods may be called on any thread. Descriptions,
  /// reflection and `dump` show the ids of key and team, nothing else.
  public final class SignedDeveloperTokenProvider: DeveloperTokenProvider {
    private let signer: DeveloperTokenSigner
    private let leeway: Duration
    private let clock: any CatalogClock
    private let latest = Locked<DeveloperToken?>(nil)

    /// Makes a provider of the key in a file.
    ///
    /// - Parameters:
    ///   - keyFile: The `.p8` file.
    ///   - keyID: The key's id, 10 letters and digits.
    ///   - teamID: The team's id, 10 letters and digits.
    ///   - origins: The web origins that may use the tokens; empty: any.
    ///   - lifetime: How long a token is valid: 60 s to ``DeveloperToken/longestLifetime``. The
    ///     service counts by its own clock: leave room below the longest where this machine's may be
    ///     fast.
    ///   - clock: Dates the tokens.
    /// - Throws: ``CatalogError``: ``CatalogError/Code/missingCredential`` where the file does not
    ///   exist, ``CatalogError/Code/invalidCredential`` where it cannot be read or holds no P-256 key
    ///   in PEM form, ``CatalogError/Code/invalidArgument`` for ids and lifetimes out of bounds.
    public convenience init(
      keyFile: URL,
      keyID: String,
      teamID: String,
      origins: [String] = [],
      lifetime: Duration = .seconds(86_400),
      clock: any CatalogClock = SystemCatalogClock()
    ) throws(CatalogError) {
      try self.init(
        pem: PrivateKeyFile.text(at: keyFile),
        keyID: keyID,
        teamID: teamID,
        origins: origins,
        lifetime: lifetime,
        clock: clock
      )
    }

    /// Makes a provider of a key that is at hand as PEM text, such as one from a secret store. As
    /// ``init(keyFile:keyID:teamID:origins:lifetime:clock:)`` otherwise.
    public init(
      pem: String,
      keyID: String,
      teamID: String,
      origins: [String] = [],
      lifetime: Duration = .seconds(86_400),
      clock: any CatalogClock = SystemCatalogClock()
    ) throws(CatalogError) {
      signer = try DeveloperTokenSigner(
        pem: pem,
        keyID: keyID,
        teamID: teamID,
        origins: origins,
        lifetime: lifetime
      )
      // A tenth of the life, but not a week of half a year.
      leeway = min(lifetime / 10, .seconds(3600))
      self.clock = clock
    }

    /// The token at hand while it has some life left, or else a new one. Does not wait.
    ///
    /// - Throws: ``CatalogError/Code/invalidCredential`` where signing fails.
    public func token() async throws -> DeveloperToken {
      let now = clock.date
      if let token = latest.withLock({ $0 }), isFresh(token, at: now) { return token }
      let fresh = try signer.token(at: now)
      return latest.withLock { latest in
        // Another task may have been faster: all use one.
        if let latest, isFresh(latest, at: now) { return latest }
        latest = fresh
        return fresh
      }
    }

    /// Drops the token where a new one may fare better: not where it was signed within the last
    /// minute, since the same key would sign the same again.
    public func refused(_ token: DeveloperToken) async {
      let now = clock.date
      latest.withLock { latest in
        guard latest == token else { return }
        if abs(now.timeIntervalSince(token.issuedAt)) >= 60 { latest = nil }
      }
    }

    private func isFresh(_ token: DeveloperToken, at date: Date) -> Bool {
      // A clock that was set back leaves a token from the future, which the service may refuse.
      date >= token.issuedAt
        && date < token.expiresAt.addingTimeInterval(-(leeway / .seconds(1)))
    }
  }

  extension SignedDeveloperTokenProvider: Redacted {
    /// Key id and team id; neither key nor token.
    public var description: String {
      "SignedDeveloperTokenProvider(key \(signer.keyID), team \(signer.teamID))"
    }

    /// Key id and team id; neither key nor token.
    public var customMirror: Mirror {
      let ids: KeyValuePairs<String, Any> = ["keyID": signer.keyID, "teamID": signer.teamID]
      return Mirror(self, children: ids, displayStyle: .class)
    }
  }

  /// A MusicKit private key with what it signs into every token. Shows neither key nor file.
  struct DeveloperTokenSigner: Sendable {
    let keyID: String
    let teamID: String
    let origins: [String]
    let lifetime: Duration
    private let key: P256.Signing.PrivateKey

    init(
      pem: String,
      keyID: String,
      teamID: String,
      origins: [String],
      lifetime: Duration
    ) throws(CatalogError) {
      guard Self.isID(keyID), Self.isID(teamID) else {
        throw CatalogError(.invalidArgument, "Ids of keys and teams have 10 letters and digits")
      }
      guard lifetime >= .seconds(60), lifetime <= DeveloperToken.longestLifetime else {
        throw CatalogError(
          .invalidArgument,
          "A developer token lives for 60 to 15,777,000 seconds"
        )
      }
      do {
        key = try P256.Signing.PrivateKey(pemRepresentation: pem)
      } catch {
        // Without the cause, which may quote what it could not read.
        throw CatalogError.appleMusic(
          .invalidCredential,
          "The private key is not a P-256 key in PEM form"
        )
      }
      self.keyID = keyID
      self.teamID = teamID
      self.origins = origins
      self.lifetime = lifetime
    }

    func token(at date: Date) throws(CatalogError) -> DeveloperToken {
      // Whole seconds: a fraction is not refused by all, and not accepted by all.
      let now = date.timeIntervalSince1970.rounded(.down)
      let header = DeveloperToken.Header(alg: "ES256", kid: keyID)
      let claims = DeveloperToken.Claims(
        iss: teamID,
        iat: now,
        exp: now + Double(lifetime.components.seconds),
        origin: origins.isEmpty ? nil : origins
      )
      let signed: String
      do {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content =
          Base64URL.encode(try encoder.encode(header)) + "."
          + Base64URL.encode(try encoder.encode(claims))
        let signature = try key.signature(for: Data(content.utf8))
        signed = content + "." + Base64URL.encode(signature.rawRepresentation)
      } catch {
        throw CatalogError.appleMusic(.invalidCredential, "No developer token could be signed")
      }
      return try DeveloperToken(signed)
    }

    private static func isID(_ text: String) -> Bool {
      text.utf8.count == 10 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// Reads a private key's file without showing anything of it.
  enum PrivateKeyFile {
    /// A `.p8` has about 260 bytes; whatever is much longer is another file.
    private static let largestSize = 16 << 10

    /// The file's text.
    ///
    /// - Throws: `missingCredential` where there is no such file, `invalidCredential` where it cannot
    ///   be read, is too long or is not text.
    static func text(at url: URL) throws(CatalogError) -> String {
      guard url.isFileURL else { throw failure(.invalidArgument, "is not named by a file URL") }
      let path = url.path(percentEncoded: false)
      guard FileManager.default.fileExists(atPath: path) else {
        throw failure(.missingCredential, "does not exist")
      }
      let data: Data
      do {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        data = try file.read(upToCount: largestSize + 1) ?? Data()
      } catch {
        throw failure(.invalidCredential, "cannot be read")
      }
      guard data.count <= largestSize, let text = String(data: data, encoding: .utf8) else {
        throw failure(.invalidCredential, "is not a PEM file")
      }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func failure(_ code: CatalogError.Code, _ fault: String) -> CatalogError {
      CatalogError(code, "The private key's file \(fault)", service: .appleMusic)
    }
  }
#endif
