import MusicCatalog

/// An app's id and its secret, as the service's dashboard shows them. Descriptions hold no secret.
struct AppCredentials: Sendable {
  let id: String
  let secret: String

  init(id: String, secret: String) throws(CatalogError) {
    self.id = try Self.checked(id)
    self.secret = try Self.checked(secret)
  }

  /// An id alone, where there is no secret.
  static func checked(_ text: String) throws(CatalogError) -> String {
    // A colon would end the id within `Basic`.
    guard (1...256).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") })
    else {
      throw CatalogError(
        .invalidCredential,
        "The app's client id or secret is empty, too long, or has characters that none has",
        service: .spotify
      )
    }
    return text
  }
}
