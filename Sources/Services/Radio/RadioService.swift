import Foundation
import PlayerKit
import PlayerKitServices

extension RadioBrowserClient: SearchableCatalog {
  /// Stations.
  public var service: CatalogService { .radio }
  /// Stations.
  public var searchableKinds: Set<MusicLink.Kind> { [.station] }

  /// Searches for stations by their names, the most played first.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    guard kind == .station else { throw CatalogError.notSearchable(kind, at: .radio) }
    var query = RadioQuery(name: term)
    query.limit = min(max(limit, 1), 500)
    return try await page(query)
  }

  /// Throws, because a station contains nothing.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    throw CatalogError.nothingInside(link.kind, at: .radio)
  }

  private func page(_ query: RadioQuery) async throws -> CatalogPage {
    let found = try await stations(query)
    let entries = found.map { CatalogEntry($0) }
    return CatalogPage(entries, unreadableCount: found.unreadable.count) {
      guard found.places.count >= query.limit, query.offset < 1 << 20 else { return nil }
      var next = query
      next.offset += query.limit
      return try await page(next)
    }
  }
}

extension CatalogEntry {
  /// Creates an entry from the directory's data of a station.
  public init(_ station: RadioBrowser.Station) {
    let link = MusicLink(service: .radio, kind: .station, id: station.id)
    self.init(link, item: "radio:" + station.id, metadata: TrackMetadata(station))
  }
}

/// The service for radio stations.
public struct RadioService: SearchableService, PlayableService, ReportingService {
  /// `radio`.
  public static let name = "radio"
  /// `radio:UUID`.
  public static let links: any LinkRecognizer = RadioLinks()
  /// Stations.
  public static let storableTracks: [any StorableTrack.Type] = [RadioTrack.self]

  /// The client that the service uses.
  public let client: RadioBrowserClient
  /// Whether the directory learns which stations are played.
  public let countsClicks: Bool
  private let clock: any PlaybackClock

  /// Creates the service. Sends nothing.
  ///
  /// - Parameter setup: What the services share.
  /// - Parameter countsClicks: Whether the directory learns which stations are played.
  public init(_ setup: ServiceSetup, countsClicks: Bool = false) {
    self.init(
      client: RadioBrowserClient(configuration: setup.configuration(.radio, address: Self.name)),
      countsClicks: countsClicks,
      clock: setup.clock
    )
  }

  /// Creates the service with a client.
  public init(
    client: RadioBrowserClient,
    countsClicks: Bool = false,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.client = client
    self.countsClicks = countsClicks
    self.clock = clock
  }

  /// The client.
  public var catalog: any SearchableCatalog { client }

  /// Reports played stations to the directory, if ``countsClicks``.
  public var reporter: (any ListeningReporter)? { countsClicks ? RadioClicks(client: client) : nil }

  /// Returns the resolver of stations.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [RadioResolver(client: client, clock: clock)]
  }

  /// Returns the track of a station.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    guard link.kind == .station else {
      throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
    return [RadioTrack(try await client.station(link.id))]
  }
}
