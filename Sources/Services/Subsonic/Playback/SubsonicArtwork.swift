import PlayerKit
import PlayerKitServices

// The covers of a server.
extension SubsonicService: ArtworkSource {
  /// `subsonic:` followed by the server's ``SubsonicServer/id``.
  public var artworkSource: String { Self.artworkSource(of: client.server?.id ?? "") }

  /// The same with the default ids of the server's addresses.
  public var formerArtworkSources: Set<String> {
    Set((client.server?.own.formerIDs ?? []).map(Self.artworkSource))
  }

  static func artworkSource(of server: String) -> String { "subsonic:" + server }

  /// Returns a signed address for one request.
  public func picture(_ id: String, atLeast pixels: Int) async throws -> MediaSource {
    do {
      // The supported authentication may still be unknown.
      try await client.learn()
      let url = try client.signedURL(
        "getCoverArt",
        [("id", try client.checked(id)), ("size", String(min(max(pixels, 1), 4_096)))]
      )
      return MediaSource(.remote(url), cacheKey: "\(artworkSource):cover:\(id):\(pixels)")
    } catch let error as CatalogError {
      throw PlayerError(error)
    }
  }
}
