import PlayerKit
import PlayerKitServices

/// Discovery through a Subsonic server, within its own songs. Similar and popular songs require
/// that the server uses a service for them.
public struct SubsonicDiscovery: DiscoverySource, Sendable {
  private static let namesakes = 10

  /// The client that the source uses.
  public let client: SubsonicClient

  /// Creates a source that uses `client`.
  public init(client: SubsonicClient) {
    self.client = client
  }

  /// Subsonic.
  public var service: CatalogService { .subsonic }

  func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.ids[.subsonic] { return id }
    let found = try await client.search(artist.name, artists: Self.namesakes)
    return match(artist, among: client.array(found.artist), name: \.name)?.id
  }

  private func found(_ songs: [Subsonic.Song]) -> [DiscoveredTrack] {
    songs.filter { $0.isDir != true && $0.isVideo != true }
      .compactMap { DiscoveredTrack(SubsonicTrack($0, server: client.server?.id)) }
  }
}

extension SubsonicDiscovery: ArtistTracksSource, ArtistMixSource, GenreTracksSource {
  /// Returns an artist's most popular songs, or the songs of the albums if the server knows none.
  public func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      return found(try await client.songs(ofArtist: id, limit: max(limit, 1)))
    }
  }

  /// Returns songs similar to an artist's.
  public func mix(around artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      return found(try await client.similarSongs(toArtist: id, limit: max(limit, 1)))
    }
  }

  /// Returns the songs of a genre in the order of the server, which has no charts.
  public func tracks(ofGenre name: String, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      let wanted = ArtistReference.key(of: name)
      let genres = try await client.genres()
      guard
        let genre = genres.compactMap(\.value).first(where: {
          ArtistReference.key(of: $0) == wanted
        })
      else { return [] }
      return found(try await client.songs(ofGenre: genre, limit: limit))
    }
  }
}
