#if Crypto
  import MusicCatalog
  import Crypto
  import Foundation

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
        throw CatalogError(
          .invalidCredential,
          "The private key is not a P-256 key in PEM form",
          service: .appleMusic
        )
      }
      self.keyID = keyID
      self.teamID = teamID
      self.origins = origins
      self.lifetime = lifetime
    }

    func token(at date: Date) throws(CatalogError) -> DeveloperToken {
      guard let now = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) else {
        throw CatalogError(.invalidArgument, "The clock's date cannot be written into a token")
      }
      let header = Header(alg: "ES256", kid: keyID)
      let (end, overflow) = now.addingReportingOverflow(lifetime.components.seconds)
      let claims = Claims(
        iss: teamID,
        iat: now,
        exp: overflow ? .max : end,
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
        throw CatalogError(
          .invalidCredential,
          "No developer token could be signed",
          service: .appleMusic
        )
      }
      return try DeveloperToken(signed)
    }

    private static func isID(_ text: String) -> Bool {
      text.utf8.count == 10 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private struct Header: Encodable {
      var alg: String
      var kid: String
    }

    /// Whole seconds: a fraction is not refused by all, and not accepted by all.
    private struct Claims: Encodable {
      var iss: String
      var iat: Int64
      var exp: Int64
      var origin: [String]?
    }
  }
#endif
