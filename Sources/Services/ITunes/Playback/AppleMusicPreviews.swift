import PlayerKit
import PlayerKitServices

/// Plays previews of songs of Apple Music and the iTunes Store, about 30 s each, without an
/// account. Its tracks are ``AppleMusicPlayable``, such as ``AppleMusicTrack``.
///
/// A preview is looked up when its track is about to be opened, not when it is queued.
public typealias AppleMusicPreviewPlayer = PreviewPlayer<AppleMusicPreviewFinder>

/// Finds previews of Apple's songs in several catalogs, one after the other.
public struct AppleMusicPreviewFinder: StreamURLProvider {
  private let catalogs: [any AppleMusicPreviewCatalog]

  /// Creates a finder. It asks the next catalog only if the one before could not answer: because of
  /// a missing, expired or refused credential, a rate limit, or a failure.
  ///
  /// - Parameter catalogs: For example an `AppleMusicClient`, then an `ITunesSearchClient`, which
  ///   needs no token.
  public init(catalogs: [any AppleMusicPreviewCatalog]) {
    self.catalogs = catalogs
  }

  /// Previews of Apple Music.
  public var playerType: PlayerType { .appleMusicPreview }

  /// Returns a key with the song's id and storefront.
  public func key(of track: any Track) -> StreamURLKey? {
    (track as? any AppleMusicPlayable).map {
      StreamURLKey(id: $0.appleMusicID, storefront: $0.appleMusicStorefront)
    }
  }

  /// Returns the track's known preview.
  public func knownAddress(of track: any Track) -> StreamURL? {
    (track as? any AppleMusicPlayable)?.knownPreview
  }

  /// Asks the catalogs, one after the other.
  public func address(of track: any Track) async throws -> StreamURL? {
    guard let key = key(of: track) else { return nil }
    var failure = CatalogError(.missingCredential, "No catalog is set up. Add one.")
    for catalog in catalogs {
      do {
        return try await catalog.preview(ofSong: key.id, storefront: key.storefront)
      } catch let error as CatalogError where Self.passesOn.contains(error.code) {
        // If several fail, report the last error, which comes from the fallback catalog.
        if failure.code == .missingCredential || error.code != .missingCredential {
          failure = error
        }
      }
    }
    throw failure
  }

  /// The errors that are not about the song.
  private static let passesOn: Set<CatalogError.Code> = [
    .missingCredential, .invalidCredential, .unauthorized, .forbidden, .rateLimited, .serverError,
  ]
}

/// A catalog with previews of Apple's songs.
public protocol AppleMusicPreviewCatalog: Sendable {
  /// Returns the preview of a song.
  ///
  /// - Parameters:
  ///   - id: The song's id.
  ///   - storefront: The storefront of the id; `nil` for the catalog's own storefront.
  /// - Returns: `nil` if the song exists but has no preview.
  /// - Throws: `CatalogError`; `notFound` if there is no such song, `missingCredential` if the
  ///   catalog needs a credential.
  func preview(ofSong id: String, storefront: String?) async throws -> StreamURL?
}

extension ITunesSearchClient: AppleMusicPreviewCatalog {
  /// Looks the song up. This is one of the twenty requests per minute that the service allows.
  public func preview(ofSong id: String, storefront: String?) async throws -> StreamURL? {
    let found = try await lookUp(ITunes.LookUp(.ids([id]), country: storefront))
    for case .song(let song) in found.items {
      return StreamURL(of: song)
    }
    throw CatalogError(.notFound, "This store does not have the song.", service: .iTunes)
  }
}

/// Finds previews in the iTunes Store by artist, title and duration, because the store has no
/// ISRCs.
public struct ITunesSubstitute: PreviewSubstitute {
  private let client: ITunesSearchClient
  private let matcher: RecordingMatcher

  /// Creates a substitute that uses `client` and its country. Each lookup is one of the twenty
  /// requests per minute that the store allows.
  public init(_ client: ITunesSearchClient, matcher: RecordingMatcher = RecordingMatcher()) {
    self.client = client
    self.matcher = matcher
  }

  /// Returns the best match that has a preview; `nil` if the recording's duration is unknown,
  /// because title and artist alone are not reliable.
  public func preview(of recording: Recording) async throws -> StreamURL? {
    guard let duration = recording.duration, duration > .zero else { return nil }
    let words = [recording.artists.first ?? "", recording.title].joined(separator: " ")
    do {
      let found = try await client.search(ITunes.Search(words, limit: 25))
      let measured = found.songs.filter { $0.duration.map { $0 > .zero } == true }
      return matcher.preview(for: recording, among: measured, recording: \.recording) {
        StreamURL(of: $0)
      }
    } catch let error as CatalogError where error.code == .invalidArgument {
      return nil
    }
  }
}
