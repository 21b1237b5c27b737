import PlayerKitServices
import PlayerKit

/// Plays the previews of songs of Apple Music and the iTunes Store, about 30 s each, without an
/// account. Its tracks are ``AppleMusicPlayable``, such as ``AppleMusicTrack``.
///
/// A preview is looked up when its track is about to be opened, not when it is queued.
public typealias AppleMusicPreviewPlayer = PreviewPlayer<AppleMusicPreviewFinder>

/// Finds the previews of Apple's songs in one catalog after another.
public struct AppleMusicPreviewFinder: AddressFinder {
  private let catalogs: [any AppleMusicPreviewCatalog]

  /// Asks the first catalog, and a later one only where those before it could not be asked: for want
  /// of a credential, with one that is expired or refused, too often, or because they failed.
  ///
  /// - Parameter catalogs: such as an `AppleMusicClient`, then an `ITunesSearchClient`, which needs
  ///   no token.
  public init(catalogs: [any AppleMusicPreviewCatalog]) {
    self.catalogs = catalogs
  }

  /// Previews of Apple Music.
  public var playerType: PlayerType { .appleMusicPreview }

  /// The song's id and storefront.
  public func key(of track: any Track) -> AddressKey? {
    (track as? any AppleMusicPlayable).map {
      AddressKey(id: $0.appleMusicID, storefront: $0.appleMusicStorefront)
    }
  }

  /// What the track knows.
  public func knownAddress(of track: any Track) -> MediaAddress? {
    (track as? any AppleMusicPlayable)?.knownPreview
  }

  /// Asks the catalogs.
  public func address(of track: any Track) async throws -> MediaAddress? {
    guard let key = key(of: track) else { return nil }
    var failure = CatalogError(.missingCredential, "There is no catalog to ask.")
    for catalog in catalogs {
      do {
        return try await catalog.preview(ofSong: key.id, storefront: key.storefront)
      } catch let error as CatalogError where Self.passesOn.contains(error.code) {
        // Of several failures the last tells most: that of the catalog of last resort.
        if failure.code == .missingCredential || error.code != .missingCredential {
          failure = error
        }
      }
    }
    throw failure
  }

  /// The failures that say nothing of the song.
  private static let passesOn: Set<CatalogError.Code> = [
    .missingCredential, .invalidCredential, .unauthorized, .forbidden, .rateLimited, .serverError,
  ]
}

/// A catalog that knows the previews of Apple's songs.
public protocol AppleMusicPreviewCatalog: Sendable {
  /// The preview of a song.
  ///
  /// - Parameters:
  ///   - id: The song's id.
  ///   - storefront: Whose id it is; `nil`: the catalog's own storefront.
  /// - Returns: `nil` where the song is there and has none.
  /// - Throws: `CatalogError`; `notFound` where there is no such song, `missingCredential` where
  ///   the catalog can't be asked for want of one.
  func preview(ofSong id: String, storefront: String?) async throws -> MediaAddress?
}

extension ITunesSearchClient: AppleMusicPreviewCatalog {
  /// Looks the song up: one of the twenty requests a minute that the service allows.
  public func preview(ofSong id: String, storefront: String?) async throws -> MediaAddress? {
    let found = try await lookUp(ITunes.LookUp(.ids([id]), country: storefront))
    for case .song(let song) in found.items {
      return MediaAddress(of: song)
    }
    throw CatalogError(.notFound, "There is no such song in this store.", service: .iTunes)
  }
}

/// Looks in the iTunes Store, by artist, title and length: it tells no codes.
public struct ITunesSubstitute: PreviewSubstitute {
  private let client: ITunesSearchClient
  private let matcher: RecordingMatcher

  /// Looks by `client`, in its country: one of the twenty requests a minute that the store allows.
  public init(_ client: ITunesSearchClient, matcher: RecordingMatcher = RecordingMatcher()) {
    self.client = client
    self.matcher = matcher
  }

  /// The best match with a preview among what a search finds; `nil` for a recording whose length is
  /// not known: without it, title and artist alone would have to do.
  public func preview(of recording: Recording) async throws -> MediaAddress? {
    guard let duration = recording.duration, duration > .zero else { return nil }
    let words = [recording.artists.first ?? "", recording.title].joined(separator: " ")
    do {
      let found = try await client.search(ITunes.Search(words, limit: 25))
      let measured = found.songs.filter { $0.duration.map { $0 > .zero } == true }
      return matcher.preview(for: recording, among: measured, recording: \.recording) {
        MediaAddress(of: $0)
      }
    } catch let error as CatalogError where error.code == .invalidArgument {
      return nil
    }
  }
}
