import Foundation
import PlayerKit
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSystem

/// The service for podcasts, which reads their feeds. Needs no account.
public struct PodcastService: SearchableService, RestrictableService {
  /// `podcasts`.
  public static let name = "podcasts"
  /// Episodes.
  public static let storableTracks: [any StorableTrack.Type] = [PodcastTrack.self]
  /// Feeds.
  public static let links: any LinkRecognizer = PodcastLinks()

  /// The client that fetches feeds.
  public let client: PodcastClient
  /// The directory that searches for podcasts.
  public let directory: PodcastDirectory
  private let clock: any PlaybackClock

  /// Creates the service. Sends nothing. Podcast Index is at the base `podcast-index` of the setup.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - indexKey: A key of Podcast Index. Without it, only the iTunes Store is searched.
  ///   - indexSecret: Its secret.
  ///   - feeds: A file with addresses of private feeds, one a line. A restored queue finds its
  ///     episodes there.
  public init(
    _ setup: ServiceSetup,
    indexKey: String? = nil,
    indexSecret: String? = nil,
    feeds: URL? = nil
  ) {
    let store = ITunesSearchClient(
      country: setup.country,
      configuration: setup.configuration(.iTunes, address: "itunes")
    )
    let index = indexKey.map { key in
      PodcastIndexClient(
        key: key,
        secret: indexSecret,
        configuration: setup.configuration(.podcastIndex, address: "podcast-index")
      )
    }
    let feeds = feeds.map { FeedAddressFile(path: $0.path) }
    let client = PodcastClient(
      network: setup.network,
      clock: setup.clock,
      logger: setup.logger
    ) { feeds?.address(of: $0) }
    self.init(
      directory: PodcastDirectory(client: client, store: store, index: index),
      clock: setup.clock
    )
  }

  /// Creates the service with a directory.
  public init(
    directory: PodcastDirectory,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    client = directory.client
    self.directory = directory
    self.clock = clock
  }

  /// The directory.
  public var catalog: any SearchableCatalog { directory }

  /// Returns a copy for untrusted links: feeds and their contents must be on the Internet, unless
  /// `policy` allows private addresses.
  public func restricted(by policy: RemoteAccessPolicy) -> PodcastService {
    policy.privateAddresses ? self : PodcastService(directory: directory.restricted, clock: clock)
  }

  /// Returns the resolver of episodes.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [PodcastResolver(client: client, clock: clock)]
  }

  /// Returns one episode, or the playable episodes of a show in the feed's order. Serial shows
  /// start with the first episode. An address that turns out to be audio gives one track.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let place = try await directory.place(of: link)
    do {
      guard let isWanted = place.episode else {
        let tracks = try await client.feed(at: place.feed).tracks
        guard !tracks.isEmpty else {
          throw PlayerError(.invalidItem, "The feed contains no episodes that can be played.")
        }
        return tracks
      }
      guard let found = try await client.episode(of: place.feed, where: isWanted) else {
        throw PlayerError(.notFound, "The feed does not have this episode.")
      }
      guard !found.episode.media.isEmpty else {
        throw PlayerError(.invalidItem, "The episode has no media.")
      }
      return [PodcastTrack(found.episode, of: found.feed)]
    } catch let error as CatalogError where error.isMedia {
      // Stations may have mount points named like feeds.
      let isRestricted = place.feed.reach == .publicAlone
      return [isRestricted ? URLTrack(untrusted: place.feed.url) : URLTrack(url: place.feed.url)]
    }
  }
}

extension PodcastService: LyricsSource, MediaInspecting {
  /// Returns the transcript of an episode; see ``PodcastTranscripts``.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    try await PodcastTranscripts(client: client).lyrics(of: track, metadata: metadata)
  }

  /// Returns where to find the chapters of an episode; see ``PodcastInspector``.
  public func place(of track: any Track) -> InspectionPlace? {
    PodcastInspector(client: client).place(of: track)
  }

  /// Returns the chapters of an episode; see ``PodcastInspector``.
  public func inspect(_ track: any Track) async throws -> TrackMetadata {
    try await PodcastInspector(client: client).inspect(track)
  }
}
