import PlayerKit
import PlayerKitITunes
import PlayerKitServices

extension AppleMusicClient: AppleMusicPreviewCatalog {
  /// Looks up the song. Concurrent lookups are combined into one request.
  public func preview(ofSong id: String, storefront: String?) async throws -> StreamURL? {
    let client = storefront.map { self.in(storefront: $0, language: language) } ?? self
    return StreamURL(of: try await client.song(id))
  }
}

/// Finds previews in Apple Music by the ISRC of a recording.
public struct AppleMusicSubstitute: PreviewSubstitute {
  private let client: AppleMusicClient
  private let matcher: RecordingMatcher

  /// Makes a substitute that uses `client` and its storefront.
  public init(_ client: AppleMusicClient, matcher: RecordingMatcher = RecordingMatcher()) {
    self.client = client
    self.matcher = matcher
  }

  /// Returns the preview of the best match among the songs with the recording's ISRC. `nil` if it
  /// has none.
  public func preview(of recording: Recording) async throws -> StreamURL? {
    guard let code = recording.isrc, !code.isEmpty else { return nil }
    do {
      let songs = try await client.songs(isrcs: [code])[code]
      return matcher.preview(for: recording, among: songs, recording: \.recording) {
        StreamURL(of: $0)
      }
    } catch let error as CatalogError where error.code == .invalidArgument {
      // A code from another service may be malformed.
      return nil
    }
  }
}

extension StreamURL {
  /// Makes the address of a song's preview. `nil` if it has none.
  init?(of song: AppleMusic.Song) {
    let addresses = song.previews?.lazy.compactMap(\.address).compactMap { Self(at: $0) }
    guard let address = addresses?.first else { return nil }
    self = address
  }
}

extension AppleMusic.Song {
  /// The description for finding the recording at another service. `nil` if the title or the artist
  /// was not fetched.
  public var recording: Recording? { TrackMetadata(self).recording }
}

extension AppleMusicTrack {
  /// Makes a track of a song of the Apple Music API.
  ///
  /// - Parameter song: The service's data.
  /// - Parameter storefront: The song's storefront. `nil` means the player's default.
  public init(_ song: AppleMusic.Song, storefront: String? = nil) {
    self.init(
      id: song.id,
      storefront: storefront,
      metadata: TrackMetadata(song),
      preview: StreamURL(of: song)
    )
  }

  /// Makes a track that plays the catalog's version of a song in a user's library. `nil` for an
  /// upload, which the catalog does not have.
  ///
  /// - Parameter song: The service's data.
  /// - Parameter storefront: The storefront of the catalog. `nil` means the player's default.
  public init?(_ song: AppleMusic.LibrarySong, storefront: String? = nil) {
    guard let id = song.playParams?.catalogId, !id.isEmpty else { return nil }
    self.init(id: id, storefront: storefront, metadata: TrackMetadata(song))
  }
}
