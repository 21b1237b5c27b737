import PlayerKitSystem
import Foundation
import PlayerKitHTTP
import PlayerKitServices
import PlayerKit

/// Finds the media of an episode: first from the track, then from the current feed.
struct PodcastFinder: StreamURLProvider {
  let client: PodcastClient

  var playerType: PlayerType { .podcast }
  /// Podcasts allow downloads.
  var allowsCaching: Bool { true }

  func key(of track: any Track) -> StreamURLKey? {
    (track as? PodcastTrack).map { StreamURLKey(id: $0.id) }
  }

  func knownAddress(of track: any Track) -> StreamURL? {
    guard let track = track as? PodcastTrack, let url = track.media.first?.url else { return nil }
    return StreamURL(at: url, headers: client.credentials(for: url, of: track.feed))
  }

  func address(of track: any Track) async throws -> StreamURL? {
    try await address(of: track, isFresh: false)
  }

  /// Reads the feed again, because the media may have moved.
  func address(
    of track: any Track,
    insteadOf refused: StreamURL
  ) async throws -> StreamURL? {
    try await address(of: track, isFresh: true)
  }

  private func address(of track: any Track, isFresh: Bool) async throws -> StreamURL? {
    guard let track = track as? PodcastTrack else { return nil }
    let place = try await client.place(of: track.feed, address: track.feedAddress)
    let found = try await client.episode(of: place, isFresh: isFresh) { $0.id == track.id }
    guard let url = found?.episode.media.first?.url else {
      throw PlayerError(.notFound, "The feed does not have this episode any more.")
    }
    return StreamURL(at: url, headers: client.credentials(for: url, of: track.feed))
  }
}

/// Finds the media of episodes. Other versions of the media become alternatives.
///
/// An episode from a server on the Internet plays only from the Internet; see
/// ``PodcastFeed/leadsAnywhere``.
public struct PodcastResolver: MediaResolver {
  private let base: StreamURLResolver<PodcastFinder>
  private let client: PodcastClient

  /// Creates a resolver that reads feeds with `client`.
  public init(client: PodcastClient, clock: any PlaybackClock = SystemPlaybackClock()) {
    self.client = client
    base = StreamURLResolver(finder: PodcastFinder(client: client), clock: clock)
  }

  /// Episodes.
  public var playerType: PlayerType { .podcast }

  /// Returns the address from the track or from memory.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    try base.resolveNow(track).map { finished($0, track) }
  }

  /// Returns the known address, or else reads the feed.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    finished(try await base.resolve(track), track)
  }

  /// Returns a key derived from the episode.
  public func cacheKey(of track: any Track) -> String? { base.cacheKey(of: track) }

  /// Forgets the address that failed.
  public func forget(_ track: any Track, after error: PlayerError) {
    if let track = track as? PodcastTrack { client.forget(track.feed) }
    base.forget(track, after: error)
  }

  private func finished(_ source: MediaSource, _ track: any Track) -> MediaSource {
    guard let track = track as? PodcastTrack, case .remote(let url) = source.location else {
      return source
    }
    let reach = track.leadsAnywhere ? client.reach : .publicAlone
    var source = source
    source.reach = reach
    if let renewal = source.renewal {
      source.renewal = {
        var renewed = try await renewal()
        renewed.reach = reach
        return renewed
      }
    }
    source.alternatives = track.media.map(\.url).filter { $0 != url }
      .prefix(MediaSource.maximumAlternatives).map { other in
        MediaSource(
          .remote(other),
          headers: client.credentials(for: other, of: track.feed),
          reach: reach,
          allowsCaching: false
        )
      }
    return source
  }
}

extension PodcastClient {
  /// The reach of media that may be on any network; `nil` for the engine's setting.
  var reach: MediaSource.Reach? {
    switch fetcher.reach {
    case .everywhere: .everywhere
    case .publicAfterRedirect: nil
    case .publicAlone: .publicAlone
    }
  }
}
