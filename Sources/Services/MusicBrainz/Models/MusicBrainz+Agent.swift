import PlayerKitServices

extension MusicBrainz {
  /// Who asks: MusicBrainz demands to know it, and blocks those who do not say.
  public struct Agent: Sendable, Hashable {
    /// The `User-Agent`: `Jukebox/1.2 ( me@example.org )`.
    public let text: String

    /// Names an app.
    ///
    /// - Parameters:
    ///   - name: the app's name, without a space, such as `Jukebox`.
    ///   - version: its version, such as `1.2`.
    ///   - contact: an address of mail or of a page by which its makers can be reached.
    /// - Throws: `CatalogError`: `invalidArgument` for what MusicBrainz would not take.
    public init(name: String, version: String, contact: String) throws(CatalogError) {
      let isNamed = [name, version].allSatisfy { !$0.isEmpty && Self.isPlain($0) }
      let isReachable = contact.contains("@") || contact.contains("://")
      guard isNamed, isReachable, Self.isPlain(contact, allowing: "/") else {
        throw CatalogError(
          .invalidArgument,
          "MusicBrainz wants an app's name, its version, and an address of mail or of a page.",
          service: .musicBrainz
        )
      }
      text = "\(name)/\(version) ( \(contact) )"
    }

    /// Whether it is of visible letters of ASCII that do not divide.
    private static func isPlain(_ text: String, allowing allowed: String = "") -> Bool {
      text.unicodeScalars.allSatisfy {
        (0x21...0x7E).contains($0.value)
          && (!"()/\"\\".unicodeScalars.contains($0) || allowed.unicodeScalars.contains($0))
      }
    }
  }
}
