import Foundation
import PlayerKit

/// A music service. The protocols that a service adopts say what it can do:
///
/// | the service … | protocol |
/// |---|---|
/// | can be searched and browsed | ``SearchableService`` |
/// | plays its tracks | ``PlayableService`` |
/// | signs users in | ``SignInService`` |
/// | recommends music | ``DiscoveryService`` |
/// | counts the plays of its own tracks | ``ReportingService`` |
/// | counts all plays | ``ScrobbleService`` |
/// | has favorites, ratings, or playlists of its user | ``FavoritesService``, ``RatingService``, ``PlaylistService``, ``PlaylistRemovalService`` |
/// | knows barcodes of albums | ``BarcodeService`` |
/// | looks up many songs at once | ``BatchService`` |
/// | plays pages of its own or of any site | ``PageService`` |
/// | has links that contain addresses | ``RestrictableService`` |
/// | plays on the user's devices | ``DeviceService`` |
/// | has previews of other services' recordings | ``SubstituteService`` |
/// | has covers that are identified by keys | `ArtworkSource` |
/// | has lyrics | `LyricsSource` |
/// | has tracks that carry no metadata | `MediaInspecting` |
/// | finds codes and ids of recordings without a request | ``RecordingIndex`` |
///
/// An app makes each service with its credentials, and combines all in ``MusicServices``:
///
/// ```swift
/// let spotify = SpotifyService(setup, clientID: id, clientSecret: secret)
/// let services = MusicServices([spotify, DeezerService(setup)])
/// ```
///
/// Making a service sends no request. A service may be used on any thread, any number of times at
/// once.
public protocol MusicService: Sendable {
  /// The common name of the service, such as `spotify`: lowercase, without spaces.
  static var name: String { get }

  /// Whether the service is configured. An unconfigured service is skipped when all services are
  /// asked. If asked directly, its calls throw an error that names what is missing.
  var isConfigured: Bool { get }
}

extension MusicService {
  /// `true` by default. Calls throw if something is missing.
  public var isConfigured: Bool { true }
}

/// A service with a catalog.
public protocol SearchableService: MusicService {
  /// The catalog of the service.
  var catalog: any SearchableCatalog { get }
}

/// A service that plays its tracks, and recognizes and stores them.
public protocol PlayableService: MusicService {
  /// Recognizes the service's links and short forms.
  static var links: any LinkRecognizer { get }

  /// The track types that can be stored.
  static var storableTracks: [any StorableTrack.Type] { get }

  /// Returns the tracks of a link to this service: one track for a song, the contents for other
  /// kinds.
  ///
  /// - Throws: Preferably a `CatalogError` or a `PlayerError`.
  func tracks(of link: MusicLink) async throws -> [any Track]

  /// Returns the resolvers of the service's tracks, one for each player type.
  ///
  /// - Parameter substitutes: Other services to search for previews, the preferred one first.
  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver]

  /// Registers the service's track types for reading stored tracks, with their dependencies on this
  /// service.
  func addTracks(to registry: inout TrackRegistry)
}

extension PlayableService {
  /// Adds the ``storableTracks`` unchanged.
  public func addTracks(to registry: inout TrackRegistry) {
    for type in Self.storableTracks { registry.add(type) }
  }
}

/// A service to which users sign in.
public protocol SignInService: MusicService {
  /// Signs a user in and out. `nil` if the service lacks what a sign-in needs.
  var userSignIn: (any UserSignIn)? { get }
}

/// A service that finds similar artists, popular tracks and the like.
public protocol DiscoveryService: MusicService {
  /// The service's recommendations. `nil` if a credential is missing. Sends no request on its own.
  var discovery: (any DiscoverySource)? { get }
}

/// A service that counts the plays of its own tracks.
public protocol ReportingService: MusicService {
  /// Reports listening to the service. `nil` if the user does not want that, or if a credential is
  /// missing. Each call may make a new one.
  var reporter: (any ListeningReporter)? { get }
}

/// A service that knows the barcodes of albums.
public protocol BarcodeService: PlayableService {
  /// Returns the album with a barcode. `nil` if the service does not have it.
  ///
  /// - Throws: Preferably a `CatalogError`. Its code `notFound` counts as `nil`.
  func album(of code: ProductCode) async throws -> CatalogEntry?
}

/// A service that looks up many songs in few requests.
public protocol BatchService: PlayableService {
  /// Returns the tracks of links to songs. The result may be incomplete: the caller looks up
  /// missing songs individually.
  func songs(of links: [MusicLink]) async -> [MusicLink: any Track]
}

/// A service that plays pages beside its links.
public protocol PageService: PlayableService {
  /// Returns a track for a URL other than a service's link, which may be a page with media. `nil`
  /// if the service does not handle the page. Sends no request.
  func track(at page: URL) -> (any Track)?
}

/// A service whose links contain addresses, or lead to files.
public protocol RestrictableService: PlayableService {
  /// Returns the service for untrusted links, such as those from a remote control. Its tracks never
  /// lead to an address of this machine or the local network, or to a file, except as `policy`
  /// allows.
  func restricted(by policy: RemoteAccessPolicy) -> Self
}

/// A service that plays without the app's engine, such as on the user's devices.
public protocol DeviceService: PlayableService {
  /// Players that need no engine. Each call may make new ones.
  var remotePlayers: [any Player] { get }

  /// Stops playback elsewhere that this app started, and waits for it for at most a few seconds.
  /// Call it before the process exits.
  func finish() async
}

/// A service that has previews of other services' recordings.
public protocol SubstituteService: MusicService {
  /// Finds the previews. `nil` if a credential is missing.
  var substitute: (any PreviewSubstitute)? { get }
}

/// A service with favorites of its user.
public protocol FavoritesService: MusicService {
  /// Makes an item one of the user's favorites, or removes it from them. A second call changes
  /// nothing.
  ///
  /// - Throws: `CatalogError`, with the code `invalidArgument` if the service has no favorites of
  ///   this kind, and `signInRequired` or `missingCredential` if no user is signed in;
  ///   `CancellationError`.
  func setFavorite(_ isFavorite: Bool, _ link: MusicLink) async throws
}

/// A service whose user rates items.
public protocol RatingService: MusicService {
  /// Rates an item, and replaces an earlier rating.
  ///
  /// - Parameter link: The item.
  /// - Parameter stars: From 1 to 5; 0 removes the rating.
  /// - Throws: The errors of ``FavoritesService/setFavorite(_:_:)``; `CatalogError` with the code
  ///   `invalidArgument` if the service does not have this rating.
  func rate(_ link: MusicLink, _ stars: Int) async throws
}

/// A service whose user makes playlists.
public protocol PlaylistService: MusicService {
  /// Creates a playlist of the user. A second call creates a second one.
  ///
  /// - Returns: The id at the service. `nil` if the service does not return it.
  /// - Throws: The errors of ``FavoritesService/setFavorite(_:_:)``.
  @discardableResult
  func createPlaylist(_ name: String, songs: [MusicLink]) async throws -> String?

  /// Adds songs to the end of a playlist. A second call adds them again.
  ///
  /// - Throws: The errors of ``FavoritesService/setFavorite(_:_:)``; `CatalogError` with the code
  ///   `notFound` if there is no such playlist.
  func add(_ songs: [MusicLink], toPlaylist id: String) async throws
}

/// A service whose user can remove songs from playlists.
public protocol PlaylistRemovalService: PlaylistService {
  /// Removes all occurrences of songs from a playlist. Ignores songs that it does not contain, so a
  /// second call has no effect.
  ///
  /// - Throws: The errors of ``PlaylistService/add(_:toPlaylist:)``.
  func remove(_ songs: [MusicLink], fromPlaylist id: String) async throws
}
