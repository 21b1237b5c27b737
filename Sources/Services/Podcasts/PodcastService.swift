import PlayerKitSystem
import Foundation
import PlayerKitServices
import PlayerKit
import PlayerKitITunes

/// The service for podcasts, which reads their feeds. Needs no account.
public struct PodcastService: MusicService {
  /// `podcasts`.
  public static let name = "podcasts"
  /// The key of Podcast Index, which is searched only with a key, and a file with the user's feeds.
  public static let variables = [
    ServiceVariable("PODCASTINDEX_KEY", "a key of Podcast Index, to search there too"),
    ServiceVariable("PODCASTINDEX_SECRET", "its secret"),
    ServiceVariable(
      "PODCAST_FEEDS",
      "a file with addresses of private feeds, one a line: a kept queue finds its episodes there"
    ),
  ]
  /// Podcast Index. The iTunes Store has its own address.
  public static let addresses = ["podcast-index"]
  /// Episodes.
  public static let storableTracks: [any StorableTrack.Type] = [PodcastTrack.self]
  /// Feeds.
  public static let links: any LinkRecognizer = PodcastLinks()

  /// The client that fetches feeds.
  public let client: PodcastClient
  /// The directory that searches for podcasts.
  public let directory: PodcastDirectory
  private let clock: any PlaybackClock

  /// Creates the service.
  public init(_ setup: ServiceSetup) {
    let store = ITunesSearchClient(
      country: setup.country,
      configuration: setup.configuration(.iTunes, address: "itunes")
    )
    let key = setup["PODCASTINDEX_KEY"]
    let index = key.map { key in
      PodcastIndexClient(
        key: key,
        secret: setup["PODCASTINDEX_SECRET"],
        configuration: setup.configuration(.podcastIndex, address: "podcast-index")
      )
    }
    let feeds = setup["PODCAST_FEEDS"].map(FeedAddressFile.init)
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

  /// A copy for untrusted links: feeds and their contents must be on the Internet.
  public var restricted: any MusicService {
    PodcastService(directory: directory.restricted, clock: clock)
  }

  /// Returns the resolver of episodes.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [PodcastResolver(client: client, clock: clock)]
  }

  /// The source of transcripts.
  public var lyricsSource: (any LyricsSource)? { PodcastTranscripts(client: client) }

  /// The inspector that reads chapter files of episodes.
  public var inspector: (any MediaInspecting)? { PodcastInspector(client: client) }

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
