import PlayerKitServices
import PlayerKit

/// Finds the previews of Spotify's tracks: Spotify's own where there is one, which for most apps is
/// seldom; else that of the same recording elsewhere, in the order that the app sets.
public struct SpotifyPreviewFinder: AddressFinder {
  private let client: SpotifyClient?
  private let substitutes: [any PreviewSubstitute]

  /// Makes a finder.
  ///
  /// - Parameters:
  ///   - client: Asked for the track; `nil`: the track's own knowledge has to do.
  ///   - substitutes: Where else to look, the preferred first.
  public init(client: SpotifyClient?, substitutes: [any PreviewSubstitute]) {
    self.client = client
    self.substitutes = substitutes
  }

  /// Previews of Spotify's tracks.
  public var playerType: PlayerType { .spotifyPreview }

  /// Spotify's terms forbid to let its content overlap with other audio.
  public var allowsCrossfade: Bool { false }

  /// The track's id, in the client's market.
  public func key(of track: any Track) -> AddressKey? {
    (track as? any SpotifyPlayable).map { AddressKey(id: $0.spotifyID, storefront: client?.market) }
  }

  /// What the track knows.
  public func knownAddress(of track: any Track) -> MediaAddress? {
    (track as? any SpotifyPlayable)?.knownPreview
  }

  /// Asks Spotify where the track itself does not know enough, then the substitutes in turn.
  ///
  /// - Throws: where nothing was found and somebody could not be asked, that failure: it is no
  ///   proof that there is none.
  public func address(of track: any Track) async throws -> MediaAddress? {
    try await find(track, besides: nil)
  }

  /// The same, but for the address that was refused: where Spotify names it again, the substitutes
  /// are asked.
  public func address(
    of track: any Track,
    insteadOf refused: MediaAddress
  ) async throws -> MediaAddress? {
    try await find(track, besides: refused)
  }

  private func find(
    _ track: any Track,
    besides refused: MediaAddress?
  ) async throws -> MediaAddress? {
    guard let track = track as? any SpotifyPlayable else { return nil }
    var recording = track.recording
    var failure: (any Error)?
    if let client {
      do {
        let found = try await client.track(track.spotifyID)
        if let preview = MediaAddress(of: found), preview.url != refused?.url { return preview }
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

/// Plays the previews of Spotify's tracks, or of the same recordings elsewhere.
public typealias SpotifyPreviewPlayer = PreviewPlayer<SpotifyPreviewFinder>
