import PlayerKitServices

extension MusicBrainz {
  /// The app's identification. MusicBrainz requires it and blocks clients without it.
  public struct Agent: Sendable, Hashable {
    /// The `User-Agent`, such as `Jukebox/1.2 ( me@example.org )`.
    public let text: String

    /// Creates an identification.
    ///
    /// - Parameters:
    ///   - name: The app's name without spaces, such as `Jukebox`.
    ///   - version: Its version, such as `1.2`.
    ///   - contact: A mail address or web page through which its developers can be reached.
    /// - Throws: `CatalogError`: `invalidArgument` if MusicBrainz would not accept a value.
    public init(name: String, version: String, contact: String) throws(CatalogError) {
      let isNamed = [name, version].allSatisfy { !$0.isEmpty && Self.isPlain($0) }
      let isReachable = contact.contains("@") || contact.contains("://")
      guard isNamed, isReachable, Self.isPlain(contact, allowing: "/") else {
        throw CatalogError(
          .invalidArgument,
          "MusicBrainz needs the app's name, its version, and a contact: a mail address or a page.",
          service: .musicBrainz
        )
      }
      text = "\(name)/\(version) ( \(contact) )"
    }

    /// Whether the text consists of visible ASCII characters without separators.
    private static func isPlain(_ text: String, allowing allowed: String = "") -> Bool {
      text.unicodeScalars.allSatisfy {
        (0x21...0x7E).contains($0.value)
          && (!"()/\"\\".unicodeScalars.contains($0) || allowed.unicodeScalars.contains($0))
      }
    }
  }
}
