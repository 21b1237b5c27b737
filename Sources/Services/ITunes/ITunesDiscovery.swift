import MusicCatalog
import PlayerKit
import ServiceKit

/// What the iTunes Store knows of an artist, without a token: up to 200 songs. Two requests an artist, of the 20 a
/// minute that the store allows.
public struct ITunesDiscovery: DiscoverySource, ArtistRecordingsSource, Sendable {
  private static let namesakes = 10
  private static let mostListed = 200

  /// The client that it asks.
  public let client: ITunesSearchClient

  /// Asks by a client.
  public init(client: ITunesSearchClient) {
    self.client = client
  }

  /// The iTunes Store.
  public var service: CatalogService { .iTunes }
  /// Itself.
  public var artistRecordings: (any ArtistRecordingsSource)? { self }

  /// The songs: one page, as many as the store gives.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    StepwiseRecordings(from: artist) { try await songs(of: $0) }
  }

  private func songs(
    of artist: ArtistReference
  ) async throws -> StepwiseRecordings<ArtistReference>.Outcome {
    guard let id = try await id(of: artist) else { return .init() }
    let found = try await client.lookUp(
      ITunes.LookUp(.ids([id]), entity: .song, limit: Self.mostListed)
    )
    let recordings = found.children.compactMap { item -> ArtistRecording? in
      guard case .song(let song) = item else { return nil }
      return ArtistRecording(AppleMusicTrack(song), kind: song.kind)
    }
    return .init(ArtistRecordingsPage(recordings))
  }

  /// The id that the store and Apple Music share.
  private func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.ids[.iTunes] ?? artist.ids[.appleMusic] { return id }
    let found = try await client.search(
      ITunes.Search(artist.name, entity: .musicArtist, limit: Self.namesakes)
    )
    let artists = found.items.compactMap { item -> ITunes.Artist? in
      if case .artist(let artist) = item { artist } else { nil }
    }
    return match(artist, among: artists, name: \.name)?.id
  }
}
