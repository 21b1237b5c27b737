import PlayerKitSystem
import Foundation
import PlayerKitServices
import PlayerKit
import PlayerKitITunes

/// Podcasts as an app knows them: by their feeds. Needs no account.
public struct PodcastService: MusicService {
  /// `podcasts`.
  public static let name = "podcasts"
  /// The key of Podcast Index, which is asked where there is one; where the user's feeds are.
  public static let variables = [
    ServiceVariable("PODCASTINDEX_KEY", "a key of Podcast Index, to search there too"),
    ServiceVariable("PODCASTINDEX_SECRET", "its secret"),
    ServiceVariable(
      "PODCAST_FEEDS",
      "a file with addresses of private feeds, one a line: a kept queue finds its episodes there"
    ),
  ]
  /// Podcast Index and the iTunes Store.
  public static let addresses = ["podcast-index"]
  /// Its episodes.
  public static let storableTracks: [any StorableTrack.Type] = [PodcastTrack.self]
  /// Feeds.
  public static let links: any LinkRecognizer = PodcastLinks()

  /// Who fetches feeds.
  public let client: PodcastClient
  /// Where podcasts are searched.
  public let directory: PodcastDirectory
  private let clock: any CatalogClock

  /// Makes the service.
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

  /// Makes the service of a directory.
  public init(
    directory: PodcastDirectory,
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    client = directory.client
    self.directory = directory
    self.clock = clock
  }

  /// The directory.
  public var catalog: any SearchableCatalog { directory }

  /// The same, but feeds lie on the Internet, and lead to nothing else.
  public var forStrangers: any MusicService {
    PodcastService(directory: directory.forStrangers, clock: clock)
  }

  /// Its episodes.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [PodcastResolver(client: client, clock: clock)]
  }

  /// Reads the transcripts of episodes.
  public var lyricsSource: (any LyricsSource)? { PodcastTranscripts(client: client) }

  /// Reads the chapters of episodes that lie in a file.
  public var inspector: (any MediaInspecting)? { PodcastInspector(client: client) }

  /// The episodes of a show that can be played, in the feed's order; of a serial one from the first on. Or one
  /// episode. An address that turns out to be sound itself is one track.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let place = try await directory.place(of: link)
    do {
      guard let isWanted = place.episode else {
        let tracks = try await client.feed(at: place.feed).tracks
        guard !tracks.isEmpty else {
          throw PlayerError(.invalidItem, "There is no episode in it.")
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
      // Stations have mounts that are called as feeds are.
      let isForStrangers = place.feed.reach == .publicAlone
      return [isForStrangers ? URLTrack(untrusted: place.feed.url) : URLTrack(url: place.feed.url)]
    }
  }
}
