import PlayerKit
import PlayerKitServices

/// Finds previews of Spotify's tracks: Spotify's own, which is rarely available for most apps,
/// otherwise the preview of the same recording at another service, in the order set by the app.
public struct SpotifyPreviewFinder: StreamURLProvider {
  private let client: SpotifyClient?
  private let substitutes: [any PreviewSubstitute]

  /// Makes a finder.
  ///
  /// - Parameters:
  ///   - client: The client that requests the track. If `nil`, only the data of the track itself is
  ///     used.
  ///   - substitutes: The other services, the preferred one first.
  public init(client: SpotifyClient?, substitutes: [any PreviewSubstitute]) {
    self.client = client
    self.substitutes = substitutes
  }

  /// The player type for previews of Spotify's tracks.
  public var playerType: PlayerType { .spotifyPreview }

  /// `false`: Spotify's terms do not allow its content to overlap with other audio.
  public var allowsCrossfade: Bool { false }

  /// Returns a key of the track's id and the client's market.
  public func key(of track: any Track) -> StreamURLKey? {
    (track as? any SpotifyPlayable).map {
      StreamURLKey(id: $0.spotifyID, storefront: client?.market)
    }
  }

  /// Returns the preview that the track carries.
  public func knownAddress(of track: any Track) -> StreamURL? {
    (track as? any SpotifyPlayable)?.knownPreview
  }

  /// Asks Spotify first if there is a client, then the substitutes in order.
  ///
  /// - Throws: If no preview was found and a service could not be asked, its error: the service may
  ///   have one.
  public func address(of track: any Track) async throws -> StreamURL? {
    try await find(track, besides: nil)
  }

  /// Finds an address other than the refused one. If Spotify returns that one again, asks the
  /// substitutes.
  public func address(
    of track: any Track,
    insteadOf refused: StreamURL
  ) async throws -> StreamURL? {
    try await find(track, besides: refused)
  }

  private func find(
    _ track: any Track,
    besides refused: StreamURL?
  ) async throws -> StreamURL? {
    guard let track = track as? any SpotifyPlayable else { return nil }
    var recording = track.recording
    var failure: (any Error)?
    if let client {
      do {
        let found = try await client.track(track.spotifyID)
        if let preview = StreamURL(of: found), preview.url != refused?.url { return preview }
        recording = found.recording ?? recording
      } catch let error as CancellationError {
        throw error
      } catch  where recording != nil {
        failure = error
      }
    }
    guard let recording else {
      if client == nil {
        throw CatalogError.spotify(.missingCredential, "Spotify has to be asked for the recording.")
      }
      return nil
    }
    for substitute in substitutes {
      do {
        if let preview = try await substitute.preview(of: recording), preview.url != refused?.url {
          return preview
        }
      } catch let error as CancellationError {
        throw error
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }
}

/// Plays previews of Spotify's tracks, or of the same recordings at other services.
public typealias SpotifyPreviewPlayer = PreviewPlayer<SpotifyPreviewFinder>
