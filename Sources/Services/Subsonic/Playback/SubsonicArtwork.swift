import PlayerKitServices
import PlayerKit

/// Fetches the covers of a Subsonic server.
public struct SubsonicArtwork: ArtworkSource {
  private let client: SubsonicClient

  /// Creates a source that asks `client`.
  public init(client: SubsonicClient) {
    self.client = client
  }

  /// `subsonic:` followed by the server's ``SubsonicServer/id``.
  public var artworkSource: String { Self.source(client.server?.id ?? "") }

  /// The same with the default ids of the server's addresses.
  public var formerArtworkSources: Set<String> {
    Set((client.server?.own.formerIDs ?? []).map(Self.source))
  }

  static func source(_ server: String) -> String { "subsonic:" + server }

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
