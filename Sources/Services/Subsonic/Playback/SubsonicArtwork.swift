import PlayerKitServices
import PlayerKit

/// Fetches the covers that a Subsonic server has.
public struct SubsonicArtwork: ArtworkSource {
  private let client: SubsonicClient

  /// Makes a source that asks `client`.
  public init(client: SubsonicClient) {
    self.client = client
  }

  /// `subsonic:` and the server's ``SubsonicServer/id``.
  public var artworkSource: String { Self.source(client.server?.id ?? "") }

  static func source(_ server: String) -> String { "subsonic:" + server }

  /// A signed address, for this one request.
  public func picture(_ id: String, atLeast pixels: Int) async throws -> MediaSource {
    do {
      // Nothing may have told yet which way to sign in the server takes.
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
