import PlayerKitServices
import PlayerKit
import PlayerKitITunes

extension AppleMusicClient: AppleMusicPreviewCatalog {
  /// Looks the song up; look-ups at about the same time go out as one request.
  public func preview(ofSong id: String, storefront: String?) async throws -> MediaAddress? {
    let client = storefront.map { self.in(storefront: $0, language: language) } ?? self
    return MediaAddress(of: try await client.song(id))
  }
}

/// Looks in Apple Music, by the recording's code.
public struct AppleMusicSubstitute: PreviewSubstitute {
  private let client: AppleMusicClient
  private let matcher: RecordingMatcher

  /// Looks by `client`, in its storefront.
  public init(_ client: AppleMusicClient, matcher: RecordingMatcher = RecordingMatcher()) {
    self.client = client
    self.matcher = matcher
  }

  /// The best match with a preview among the songs of the code; `nil` for a recording without one.
  public func preview(of recording: Recording) async throws -> MediaAddress? {
    guard let code = recording.isrc, !code.isEmpty else { return nil }
    do {
      let songs = try await client.songs(isrcs: [code])[code]
      return matcher.preview(for: recording, among: songs, recording: \.recording) {
        MediaAddress(of: $0)
      }
    } catch let error as CatalogError where error.code == .invalidArgument {
      // A code of another service need not be well formed.
      return nil
    }
  }
}

extension MediaAddress {
  /// The preview that a song of the Apple Music API names; `nil` where it names none.
  init?(of song: AppleMusic.Song) {
    let addresses = song.previews?.lazy.compactMap(\.address).compactMap { Self(at: $0) }
    guard let address = addresses?.first else { return nil }
    self = address
  }
}

extension AppleMusic.Song {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artist was not fetched.
  public var recording: Recording? { TrackMetadata(self).recording }
}

extension AppleMusicTrack {
  /// A track of a song of the Apple Music API.
  ///
  /// - Parameter storefront: Whose song it is; `nil`: the one that the player is set to.
  public init(_ song: AppleMusic.Song, storefront: String? = nil) {
    self.init(
      id: song.id,
      storefront: storefront,
      metadata: TrackMetadata(song),
      preview: MediaAddress(of: song)
    )
  }

  /// A track of a song in a user's library, to be played as the catalog's; `nil` of an upload, which the
  /// catalog does not have.
  ///
  /// - Parameter storefront: Whose catalog has it; `nil`: the one that the player is set to.
  public init?(_ song: AppleMusic.LibrarySong, storefront: String? = nil) {
    guard let id = song.playParams?.catalogId, !id.isEmpty else { return nil }
    self.init(id: id, storefront: storefront, metadata: TrackMetadata(song))
  }
}
