import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// Finds the media of an episode: first from the track, then from the current feed.
public struct PodcastFinder: StreamURLProvider {
  let client: PodcastClient

  /// Episodes.
  public var playerType: PlayerType { .podcast }
  /// Podcasts allow downloads.
  public var allowsCaching: Bool { true }

  /// Returns a key with the id of the episode.
  public func key(of track: any Track) -> StreamURLKey? {
    (track as? PodcastTrack).map { StreamURLKey(id: $0.id) }
  }

  /// Returns the first address of the track.
  public func knownAddress(of track: any Track) -> StreamURL? {
    guard let track = track as? PodcastTrack, let url = track.media.first?.url else { return nil }
    return StreamURL(at: url, headers: client.credentials(for: url, of: track.feed))
  }

  /// Reads the feed, if it is not in memory.
  public func address(of track: any Track) async throws -> StreamURL? {
    try await address(of: track, isFresh: false)
  }

  /// Reads the feed again, because the media may have moved.
  public func address(
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

  /// Adds the reach, and the other versions as alternatives.
  public func finished(
    _ source: MediaSource,
    of track: any Track,
    by resolver: StreamURLResolver<Self>
  ) -> MediaSource {
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

  /// Reads the feed again the next time.
  public func forget(_ track: any Track) {
    if let track = track as? PodcastTrack { client.forget(track.feed) }
  }
}

/// Finds the media of episodes. Other versions of the media become alternatives.
///
/// An episode from a server on the Internet plays only from the Internet; see
/// ``PodcastFeed/leadsAnywhere``.
public typealias PodcastResolver = StreamURLResolver<PodcastFinder>

extension PodcastResolver {
  /// Creates a resolver that reads feeds with `client`.
  public init(client: PodcastClient, clock: any PlaybackClock = SystemPlaybackClock()) {
    self.init(finder: PodcastFinder(client: client), clock: clock)
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
