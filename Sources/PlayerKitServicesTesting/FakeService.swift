import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem
import PlayerKitTesting

/// A service with songs and albums that a test provides. It needs no network and no account.
///
/// ```swift
/// let service = FakeService(tracks: [FakeTrack("1", title: "Lighthouse", playerTypes: [.fake])])
/// let page = try await service.catalog.search("light", for: .song, limit: 10)
/// let tracks = try await MusicServices([service]).tracks(of: page.entries[0].link)
/// ```
///
/// Its links are `https://fake.example/song/ID` and `https://fake.example/album/ID`. A search finds
/// titles and artists that contain the term, ignoring case. With playlists it is a `UserListSource`
/// that offers them. All members may be used on any thread.
public final class FakeService: SearchableService, BarcodeService, SearchableCatalog {
  /// A request to the service.
  public enum Request: Hashable, Sendable {
    /// A search for a term.
    case search(String, MusicLink.Kind)
    /// The contents of an album.
    case contents(MusicLink)
    /// The album with a barcode.
    case album(ProductCode)
    /// The tracks of a link, or a page of the tracks of a list.
    case tracks(MusicLink)
    /// A page of the user's lists.
    case userLists
    /// The address of a track's audio.
    case resolve(String)
  }

  /// An album or a playlist of a ``FakeService``.
  public struct Album: Sendable {
    /// Its id and title.
    public let title: String
    /// Its tracks, in order.
    public let tracks: [FakeTrack]
    /// Its barcode; `nil` if it has none.
    public let barcode: ProductCode?

    /// Makes an album.
    ///
    /// - Parameter title: The id and title.
    /// - Parameter tracks: The tracks, in order.
    /// - Parameter barcode: 8 to 14 digits.
    public init(_ title: String, tracks: [FakeTrack], barcode: String? = nil) {
      self.title = title
      self.tracks = tracks
      self.barcode = barcode.flatMap(ProductCode.init)
    }
  }

  /// `fake`.
  public static let name = "fake"
  /// Recognizes `https://fake.example/song/ID`.
  public static let links: any LinkRecognizer = FakeLinks()
  /// ``PlayerKitTesting/FakeTrack``.
  public static let storableTracks: [any StorableTrack.Type] = [FakeTrack.self]

  let albums: [Album]
  let playlists: [Album]
  let allTracks: [FakeTrack]
  private let log = Locked<[Request]>([])
  private let currentFailure = Locked<CatalogError?>(nil)

  /// Makes a service with songs and the playlists of a user. A search finds the tracks of albums,
  /// too, and not those of playlists.
  public init(tracks: [FakeTrack] = [], albums: [Album] = [], playlists: [Album] = []) {
    self.albums = albums
    self.playlists = playlists
    allTracks = tracks + albums.flatMap(\.tracks)
  }

  /// The error that every request throws from now on, or `nil` if requests succeed.
  public var failure: CatalogError? {
    get { currentFailure.withLock { $0 } }
    set { currentFailure.withLock { $0 = newValue } }
  }

  /// The requests so far, in order.
  public var requests: [Request] { log.withLock { $0 } }

  /// The catalog of its songs and albums.
  public var catalog: any SearchableCatalog { self }

  /// Returns the song of a link, or the songs of an album.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    try tracks(of: link, as: .tracks(link))
  }

  /// Returns the album with a barcode.
  public func album(of code: ProductCode) async throws -> CatalogEntry? {
    try answer(.album(code))
    return albums.first { $0.barcode == code }.map { Self.entry(ofAlbum: $0.title) }
  }

  static func entry(ofAlbum title: String) -> CatalogEntry {
    CatalogEntry(MusicLink(service: .fake, kind: .album, id: title), title: title)
  }

  /// Returns a resolver for tracks of the type ``PlayerKit/PlayerType/fake``. Their audio is at
  /// `https://fake.example/audio/ID`.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [FakeResolver(service: self)]
  }

  func answer(_ request: Request) throws {
    log.withLock { $0.append(request) }
    if let failure { throw failure }
  }

  func tracks(of link: MusicLink, as request: Request) throws -> [FakeTrack] {
    try answer(request)
    let tracks =
      link.kind == .album
      ? albums.first { $0.title == link.id }?.tracks
      : allTracks.first { $0.id == link.id }.map { [$0] }
    guard let tracks else {
      throw CatalogError(.notFound, "There is no such thing.", service: .fake)
    }
    return tracks
  }

  func found(_ term: String) -> [FakeTrack] {
    let term = term.lowercased()
    return allTracks.filter { track in
      [track.metadata.title, track.metadata.artist].contains {
        $0?.lowercased().contains(term) ?? false
      }
    }
  }
}

extension PlayerType {
  /// Tracks of a ``FakeService``, which its resolver finds.
  public static let fake = PlayerType(rawValue: "fake")
}

extension CatalogService {
  /// The ``FakeService``.
  public static let fake = CatalogService(rawValue: "fake")
}

private struct FakeLinks: LinkRecognizer {
  var service: CatalogService { .fake }

  func recognize(_ parts: LinkParts) -> LinkRecognition {
    guard parts.host == "fake.example" else { return .notMine }
    guard parts.path.count == 2,
      let kind = Self.kinds.first(where: { $0.rawValue == parts.path[0] })
    else { return .malformed(.unknownForm) }
    return .link(MusicLink(service: .fake, kind: kind, id: parts.path[1]))
  }

  func canonicalURL(of link: MusicLink) -> URL? {
    URL(string: "https://fake.example")?.appending(path: link.kind.rawValue)
      .appending(path: link.id)
  }

  private static let kinds: [MusicLink.Kind] = [.song, .album]
}

extension FakeService {
  /// ``PlayerKitHTTP/CatalogService/fake``.
  public var service: CatalogService { .fake }
  /// Songs and albums.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .album] }

  /// Finds titles and artists that contain the term.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    guard searchableKinds.contains(kind) else {
      throw CatalogError(.invalidArgument, "It has songs and albums.", service: .fake)
    }
    try answer(.search(term, kind))
    if kind == .song { return CatalogPage(found(term).prefix(limit).map(Self.entry)) }
    let albums = albums.map(\.title).filter { $0.lowercased().contains(term.lowercased()) }
    return CatalogPage(albums.prefix(limit).map(FakeService.entry))
  }

  /// Returns the songs of an album.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    CatalogPage(try tracks(of: link, as: .contents(link)).prefix(limit).map(Self.entry))
  }

  /// The number of its songs.
  public func songCount() async throws -> Int? { allTracks.count }

  private static func entry(_ track: FakeTrack) -> CatalogEntry {
    let link = MusicLink(service: .fake, kind: .song, id: track.id)
    let item = FakeService.links.canonicalURL(of: link)?.absoluteString
    var entry = CatalogEntry(link, item: item, title: track.metadata.title)
    entry.artist = track.metadata.artist
    entry.album = track.metadata.album
    entry.duration = track.metadata.duration
    return entry
  }
}

private struct FakeResolver: MediaResolver {
  let service: FakeService

  var playerType: PlayerType { .fake }

  func resolve(_ track: any Track) async throws -> MediaSource {
    try service.answer(.resolve(track.id))
    guard let base = URL(string: "https://fake.example/audio") else {
      throw PlayerError(.invalidItem, "The track has no address.")
    }
    return MediaSource(.remote(base.appending(path: track.id)))
  }
}
