import PlayerKit
import PlayerKitServices

// The pictures of a server, which need no sign-in.
extension JellyfinService: ArtworkSource {
  /// `jellyfin:` followed by the server's ``JellyfinServer/id``.
  public var artworkSource: String { Self.artworkSource(of: client.server?.id ?? "") }

  /// The same with the default ids of the server's addresses.
  public var formerArtworkSources: Set<String> {
    Set((client.server?.own.formerIDs ?? []).map(Self.artworkSource))
  }

  static func artworkSource(of server: String) -> String { "jellyfin:" + server }

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
