import Foundation
import MusicCatalog
import PlayerKit
import PlayerKitITunes
import ServiceKit

/// Podcasts as an app knows them: by their feeds. Needs no account.
public struct PodcastService: MusicService {
  /// `podcasts`.
  public static let name = "podcasts"
  /// The key of Podcast Index, which is asked where there is one.
  public static let variables = [
    ServiceVariable("PODCASTINDEX_KEY", "a key of Podcast Index, to search there too"),
    ServiceVariable("PODCASTINDEX_SECRET", "its secret"),
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
    let client = PodcastClient(clock: setup.clock)
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

  /// Its episodes.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [PodcastResolver(client: client, clock: clock)]
  }

  /// Reads the chapters of episodes that lie in a file.
  public var inspector: (any MediaInspecting)? { PodcastInspector(client: client) }

  /// The episodes of a show that can be played, in the feed's order; of a serial one from the first on. Or one
  /// episode.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let feed = try await directory.feed(of: link)
    guard link.kind == .episode else {
      let tracks = feed.tracks
      guard !tracks.isEmpty else {
        throw PlayerError(.invalidItem, "There is no episode in it.")
      }
      return tracks
    }
    let guid = try PodcastLinks.place(of: link).guid
    guard let episode = feed.episodes.first(where: { $0.guid == guid || $0.id == guid }) else {
      throw PlayerError(.notFound, "The feed does not have this episode.")
    }
    guard !episode.media.isEmpty else {
      throw PlayerError(.invalidItem, "The episode has no media.")
    }
    return [PodcastTrack(episode, of: feed)]
  }
}
