#if Crypto
  import Crypto
  import Foundation
  import PlayerKit
  import PlayerKitSystem
  import PlayerKitServices

  /// Signs developer tokens with a MusicKit private key (`.p8`). Trait `Crypto`.
  ///
  /// **The private key belongs on a server**, or on the machine of its owner. Never ship it in an
  /// app: anyone could extract it and sign tokens in the team's name until the key is revoked. A
  /// distributed app uses ``FetchedDeveloperTokenProvider`` to get its tokens from a server that
  /// uses this type. Make the file readable only by its owner (`chmod 600`), and keep it outside of
  /// the repository.
  ///
  /// The key is read once, when the provider is made. A token is signed on first use, cached, and
  /// signed again before it expires. All methods may be called on any thread. Descriptions,
  /// reflection and `dump` show only the ids of the key and the team.
  public final class SignedDeveloperTokenProvider: DeveloperTokenProvider {
    private let signer: DeveloperTokenSigner
    private let leeway: Duration
    private let clock: any PlaybackClock
    private let latest = Locked<DeveloperToken?>(nil)

    /// Makes a provider from a key file.
    ///
    /// - Parameters:
    ///   - keyFile: The `.p8` file.
    ///   - keyID: The key's id, 10 letters and digits.
    ///   - teamID: The team's id, 10 letters and digits.
    ///   - origins: The web origins that may use the tokens. Empty means any.
    ///   - lifetime: How long a token is valid: 60 s to ``DeveloperToken/longestLifetime``. The
    ///     service uses its own clock, so stay below the maximum if this machine's clock may be
    ///     fast.
    ///   - clock: Dates the tokens.
    /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/missingCredential`` if the
    ///   file does not exist, ``CatalogError/Code/invalidCredential`` if it is unreadable or
    ///   contains no P-256 key in PEM form, ``CatalogError/Code/invalidArgument`` for an invalid id
    ///   or lifetime.
    public convenience init(
      keyFile: URL,
      keyID: String,
      teamID: String,
      origins: [String] = [],
      lifetime: Duration = .seconds(86_400),
      clock: any PlaybackClock = SystemPlaybackClock()
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

    /// Makes a provider from a key in PEM form, such as one from a secret store. Otherwise like
    /// ``init(keyFile:keyID:teamID:origins:lifetime:clock:)``.
    public init(
      pem: String,
      keyID: String,
      teamID: String,
      origins: [String] = [],
      lifetime: Duration = .seconds(86_400),
      clock: any PlaybackClock = SystemPlaybackClock()
    ) throws(CatalogError) {
      signer = try DeveloperTokenSigner(
        pem: pem,
        keyID: keyID,
        teamID: teamID,
        origins: origins,
        lifetime: lifetime
      )
      // A tenth of the lifetime, but at most an hour.
      leeway = min(lifetime / 10, .seconds(3600))
      self.clock = clock
    }

    /// Returns the cached token if it does not expire soon, or signs a new one. Does not wait.
    ///
    /// - Throws: ``CatalogError/Code/invalidCredential`` if signing fails.
    public func token() async throws -> DeveloperToken {
      let now = clock.date
      if let token = latest.withLock({ $0 }), isFresh(token, at: now) { return token }
      let fresh = try signer.token(at: now)
      return latest.withLock { latest in
        // Another task may have been faster: all use the same token.
        if let latest, isFresh(latest, at: now) { return latest }
        latest = fresh
        return fresh
      }
    }

    /// Drops the token if a new one may succeed. Keeps it if it was signed within the last minute,
    /// since a new one would be the same.
    public func refused(_ token: DeveloperToken) async {
      let now = clock.date
      latest.withLock { latest in
        guard latest == token else { return }
        if abs(now.timeIntervalSince(token.issuedAt)) >= 60 { latest = nil }
      }
    }

    private func isFresh(_ token: DeveloperToken, at date: Date) -> Bool {
      // After the clock was set back, a token is from the future, and the service may refuse it.
      date >= token.issuedAt
        && date < token.expiresAt.addingTimeInterval(-(leeway / .seconds(1)))
    }
  }

  extension SignedDeveloperTokenProvider: Redacted {
    /// The key id and team id, without the key or a token.
    public var description: String {
      "SignedDeveloperTokenProvider(key \(signer.keyID), team \(signer.teamID))"
    }

    /// The key id and team id, without the key or a token.
    public var customMirror: Mirror {
      let ids: KeyValuePairs<String, Any> = ["keyID": signer.keyID, "teamID": signer.teamID]
      return Mirror(self, children: ids, displayStyle: .class)
    }
  }

  /// A MusicKit private key with the claims of each token. Shows neither the key nor the file.
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
        // Without the cause, which may quote the unreadable text.
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
      // Whole seconds: not every server accepts fractions.
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

  /// Reads a private key's file. Errors show none of its content.
  enum PrivateKeyFile {
    /// A `.p8` file has about 260 bytes. A much longer one is another file.
    private static let largestSize = 16 << 10

    /// Returns the file's text.
    ///
    /// - Throws: `missingCredential` if the file does not exist, `invalidCredential` if it is
    ///   unreadable, too long, or not text.
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
