import PlayerKitSystem
import Foundation
import PlayerKitHTTP
import PlayerKitServices
import PlayerKit

/// A Subsonic server as an app knows it: its catalog, its songs whole, and what it is told.
public struct SubsonicService: MusicService {
  /// `subsonic`.
  public static let name = "subsonic"
  /// Where the server is, and who asks it.
  public static let variables = [
    ServiceVariable("SUBSONIC_URL", "the address of a Subsonic server"),
    ServiceVariable("SUBSONIC_USER", "the user there"),
    ServiceVariable("SUBSONIC_PASSWORD", "the user's password"),
    ServiceVariable("SUBSONIC_API_KEY", "a key of an OpenSubsonic server, in place of both"),
    ServiceVariable(
      "SUBSONIC_ALLOW_PLAIN_PASSWORD",
      "1: a server that takes nothing else gets the password itself, over http too"
    ),
  ]
  /// Its songs.
  public static let storableTracks: [any StorableTrack.Type] = [SubsonicTrack.self]
  /// Its items.
  public static let links: any LinkRecognizer = SubsonicLinks()
  /// How many songs of an artist are played.
  private static let songsOfArtist = 50

  /// The client that it asks.
  public let client: SubsonicClient
  /// In what form songs are played.
  public let delivery: SubsonicDelivery
  private let clock: any CatalogClock

  /// Makes the service.
  public init(_ setup: ServiceSetup) {
    let url = setup.bases[Self.name] ?? setup["SUBSONIC_URL"].flatMap { URL(string: $0) }
    let credentials: SubsonicCredentials? =
      if let key = setup["SUBSONIC_API_KEY"] {
        .apiKey(key)
      } else if let user = setup["SUBSONIC_USER"], let password = setup["SUBSONIC_PASSWORD"] {
        .password(user: user, password: password)
      } else {
        nil
      }
    let client = SubsonicClient(
      server: url.flatMap { try? SubsonicServer($0) },
      credentials: credentials,
      allowsPlainPassword: setup["SUBSONIC_ALLOW_PLAIN_PASSWORD"] == "1",
      configuration: setup.configuration(.subsonic, address: Self.name)
    )
    self.init(client: client, clock: setup.clock)
  }

  /// Makes the service of a client.
  public init(
    client: SubsonicClient,
    delivery: SubsonicDelivery = .original,
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.client = client
    self.delivery = delivery
    self.clock = clock
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// Whether a server was named, and who asks it.
  public var isSetUp: Bool { client.server != nil && client.signer.credentials != nil }

  /// Tells the server what is heard of its songs.
  public var reporter: (any ListeningReporter)? {
    isSetUp ? SubsonicScrobbler(client: client) : nil
  }

  /// What the server knows of what else it has.
  public var discovery: (any DiscoverySource)? {
    isSetUp ? SubsonicDiscovery(client: client) : nil
  }

  /// Fetches the covers that the server has.
  public var artworkSource: (any ArtworkSource)? {
    isSetUp ? SubsonicArtwork(client: client) : nil
  }

  /// Finds the words that the server has.
  public var lyricsSource: (any LyricsSource)? {
    isSetUp ? SubsonicLyrics(client: client) : nil
  }

  /// Its songs, whole.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [SubsonicResolver(client: client, delivery: delivery, clock: clock)]
  }

  /// The songs of a song, an album, a playlist, an artist or a podcast; a station. Where there is no such
  /// song, the songs of the album, artist or playlist of that id.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    do {
      return try await tracks(ofNamed: link)
    } catch let error as CatalogError where error.code == .notFound && link.kind == .song {
      for kind in [MusicLink.Kind.album, .artist, .playlist] {
        let other = MusicLink(service: link.service, kind: kind, id: link.id)
        do {
          return try await tracks(ofNamed: other)
        } catch let error as CatalogError where error.code == .notFound {
          continue
        }
      }
      throw error
    }
  }

  private func tracks(ofNamed link: MusicLink) async throws -> [any Track] {
    let tracks: [any Track] =
      switch link.kind {
      case .song: tracks([try await client.song(link.id)])
      case .album: tracks(client.array(try await client.album(link.id).song))
      case .playlist: tracks(client.array(try await client.playlist(link.id).entry))
      case .artist: tracks(try await client.songs(ofArtist: link.id, limit: Self.songsOfArtist))
      case .show: try await client.podcasts(link.id).flatMap(tracks(of:))
      case .station: try await client.stations().filter { $0.id == link.id }.compactMap(track(of:))
      default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
      }
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "There is no song in it.") }
    return tracks
  }

  private func tracks(_ songs: [Subsonic.Song]) -> [SubsonicTrack] {
    songs.filter { $0.isDir != true && $0.isVideo != true }
      .map { SubsonicTrack($0, server: client.server?.id) }
  }

  /// The episodes that the server has fetched.
  private func tracks(of channel: Subsonic.Channel) -> [SubsonicTrack] {
    client.array(channel.episode).compactMap { episode in
      guard let id = episode.streamId, !id.isEmpty else { return nil }
      var details = TrackDetails()
      details.artwork = Artwork(
        subsonic: episode.coverArt ?? channel.coverArt,
        server: client.server?.id
      )
      let metadata = TrackMetadata(
        title: episode.title,
        artist: episode.artist,
        album: channel.title ?? episode.album,
        duration: episode.duration.flatMap { Duration.seconds($0).ifPlausible },
        details: details
      )
      return SubsonicTrack(id: id, server: client.server?.id, metadata: metadata)
    }
  }

  /// A station is played from where it is, not through the server.
  private func track(of station: Subsonic.Station) -> URLTrack? {
    guard let url = URL(page: station.streamUrl) else { return nil }
    var metadata = TrackMetadata(title: station.name)
    metadata.details.page = URL(page: station.homePageUrl)
    // A server on the Internet leads to no address of this network.
    let isPublic = client.server.map { NetworkScope.mayBePublic($0.url) }
    let origin = ListOrigin(lists: [], depth: 1, isRemote: true, isPublic: isPublic ?? true)
    return URLTrack(listed: url, headers: [:], metadata: metadata, origin: origin)
  }
}
