import PlayerKitServices
import PlayerKit

/// Fetches the pictures of a Jellyfin server, which need no sign-in.
public struct JellyfinArtwork: ArtworkSource {
  private let client: JellyfinClient

  /// Creates a source that asks `client`.
  public init(client: JellyfinClient) {
    self.client = client
  }

  /// `jellyfin:` followed by the server's ``JellyfinServer/id``.
  public var artworkSource: String { Self.source(client.server?.id ?? "") }

  /// The same with the default ids of the server's addresses.
  public var formerArtworkSources: Set<String> {
    Set((client.server?.own.formerIDs ?? []).map(Self.source))
  }

  static func source(_ server: String) -> String { "jellyfin:" + server }

  /// Returns the address of a picture that the server scales to `pixels`.
  ///
  /// - Parameter pixels: The wanted width and height in pixels.
  /// - Parameter id: The item's id, and the picture's tag after a colon.
  public func picture(_ id: String, atLeast pixels: Int) async throws -> MediaSource {
    let parts = id.split(separator: ":", maxSplits: 1).map(String.init)
    let side = String(min(max(pixels, 1), 4_096))
    do {
      let url = try client.url(
        ["Items", try JellyfinClient.checked(parts.first ?? ""), "Images", "Primary"],
        [
          ("maxWidth", side), ("maxHeight", side), ("quality", "90"),
          ("tag", parts.count > 1 ? parts[1] : nil),
        ]
      )
      return MediaSource(.remote(url), cacheKey: "\(artworkSource):cover:\(id):\(pixels)")
    } catch let error as CatalogError {
      throw PlayerError(error)
    }
  }
}
