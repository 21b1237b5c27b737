import PlayerKitServices
import PlayerKit

/// What a Subsonic server knows of what else it has: its own songs alone. Similar and best known ones it knows
/// only where it asks a service that knows.
public struct SubsonicDiscovery: DiscoverySource, Sendable {
  private static let namesakes = 10

  /// The client that it asks.
  public let client: SubsonicClient

  /// Asks by a client.
  public init(client: SubsonicClient) {
    self.client = client
  }

  /// Subsonic.
  public var service: CatalogService { .subsonic }
  /// Itself.
  public var artistTracks: (any ArtistTracksSource)? { self }
  /// Itself.
  public var artistRecordings: (any ArtistRecordingsSource)? { self }
  /// Itself.
  public var artistMixes: (any ArtistMixSource)? { self }
  /// Itself.
  public var genreTracks: (any GenreTracksSource)? { self }

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
  /// An artist's best known songs; where the server knows none, those of the albums.
  public func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      return found(try await client.songs(ofArtist: id, limit: max(limit, 1)))
    }
  }

  /// Songs like those of an artist.
  public func mix(around artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      return found(try await client.similarSongs(toArtist: id, limit: max(limit, 1)))
    }
  }

  /// The songs of a genre, in the order of the server, which has no chart.
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
