import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// The service for a Subsonic server: its catalog, its whole songs, and reports of plays.
public struct SubsonicService: SearchableService, PlayableService, ReportingService,
  DiscoveryService
{
  /// `subsonic`.
  public static let name = "subsonic"
  /// Songs of Subsonic servers.
  public static let storableTracks: [any StorableTrack.Type] = [SubsonicTrack.self]
  /// Links to items of a Subsonic server.
  public static let links: any LinkRecognizer = SubsonicLinks()
  /// The number of an artist's songs to play.
  private static let songsOfArtist = 50

  /// The client that the service uses.
  public let client: SubsonicClient
  /// The format in which songs are played.
  public let delivery: SubsonicDelivery
  private let clock: any PlaybackClock

  /// Creates the service. Sends nothing. The base `subsonic` of the setup replaces the address.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - server: The address of the server.
  ///   - id: The app's name for the server, which stays if the address changes.
  ///   - formerURLs: Earlier addresses of the server.
  ///   - credentials: The user's credentials.
  ///   - allowsPlainPassword: Whether a server that takes nothing else gets the password itself,
  ///     over http too.
  public init(
    _ setup: ServiceSetup,
    server: URL? = nil,
    id: String? = nil,
    formerURLs: [URL] = [],
    credentials: SubsonicCredentials? = nil,
    allowsPlainPassword: Bool = false
  ) {
    let client = SubsonicClient(
      server: (setup.bases[Self.name] ?? server).flatMap {
        try? SubsonicServer($0, id: id, formerURLs: formerURLs)
      },
      credentials: credentials,
      allowsPlainPassword: allowsPlainPassword,
      configuration: setup.configuration(.subsonic, address: Self.name)
    )
    self.init(client: client, clock: setup.clock)
  }

  /// Creates the service with a client.
  public init(
    client: SubsonicClient,
    delivery: SubsonicDelivery = .original,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.client = client
    self.delivery = delivery
    self.clock = clock
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// Whether a server and credentials are set.
  public var isConfigured: Bool { client.server != nil && client.signer.credentials != nil }

  /// Reports plays of its songs to the server.
  public var reporter: (any ListeningReporter)? {
    isConfigured ? SubsonicScrobbler(client: client) : nil
  }

  /// The server's recommendations.
  public var discovery: (any DiscoverySource)? {
    isConfigured ? SubsonicDiscovery(client: client) : nil
  }

  /// Returns the resolver of whole songs.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [SubsonicResolver(client: client, delivery: delivery, clock: clock)]
  }

  /// Returns the songs of a song, an album, a playlist, an artist or a podcast, or a station. If
  /// there is no song with this id, returns the songs of the album, artist or playlist with the id.
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
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "It contains no songs.") }
    return tracks
  }

  func tracks(_ songs: [Subsonic.Song]) -> [SubsonicTrack] {
    songs.filter { $0.isDir != true && $0.isVideo != true }
      .map { SubsonicTrack($0, server: client.server?.id) }
  }

  /// Returns the episodes that the server has downloaded.
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

  /// Returns a station, which is played directly, not through the server.
  private func track(of station: Subsonic.Station) -> URLTrack? {
    guard let url = URL(page: station.streamUrl) else { return nil }
    var metadata = TrackMetadata(title: station.name)
    metadata.details.page = URL(page: station.homePageUrl)
    // A server on the Internet must not lead to a local address.
    let isPublic = client.server.map { NetworkScope.mayBePublic($0.url) }
    let origin = ListOrigin(lists: [], depth: 1, isRemote: true, isPublic: isPublic ?? true)
    return URLTrack(listed: url, headers: [:], metadata: metadata, origin: origin)
  }
}
