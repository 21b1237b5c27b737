import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices

/// Discovery through Last.fm with an app's key: similar artists and tracks, and the top tracks of
/// an artist or a tag. Last.fm has no audio, so its tracks are
/// ``PlayerKitServices/RecordingTrack``s.
///
/// Last.fm's terms: store at most 100 MB of its data and show “powered by AudioScrobbler”.
/// Commercial use needs an agreement.
public struct LastFMDiscovery: DiscoverySource, Sendable {
  private let requester: ServiceRequester
  private let key: String

  /// Creates a source. Sends nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - key: The app's API key. It is not secret, but belongs to the app.
  ///   - userAgent: The name and version of the app, such as `Jukebox/1.2`. Last.fm requires it.
  public init(
    key: String,
    userAgent: String = "PlayerKit/0.1",
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.key = key
    requester = .lastFM(userAgent: userAgent, configuration: configuration)
  }

  /// Last.fm.
  public var service: CatalogService { .lastFM }

  func answer(
    to method: String,
    limit: Int,
    _ parameters: [(String, String?)]
  ) async throws -> JSONValue {
    let common = [
      ("method", method), ("api_key", key), ("format", "json"), ("autocorrect", "1"),
      ("limit", String(min(max(limit, 1), 100))),
    ]
    let query = common.map { ($0.0, Optional($0.1)) } + parameters
    return try await requester.value(
      of: CatalogRequest("/2.0/", query: query.map { URLQueryItem(name: $0.0, value: $0.1) })
    )
  }

  /// Asks about an artist by id, then by name if Last.fm does not know the id. It reports an
  /// unknown id with an error or with a placeholder artist.
  func answer(
    to method: String,
    limit: Int,
    about artist: ArtistReference,
    _ parameters: [(String, String?)] = []
  ) async throws -> JSONValue {
    let isNamed = !artist.name.isEmpty && !ArtistReference.isNobody(artist.name)
    if let id = artist.musicBrainzKey {
      do {
        let answer = try await answer(to: method, limit: limit, [("mbid", id)] + parameters)
        let name = answer.object?.values.lazy.compactMap { $0["@attr"]?["artist"]?.string }.first
        guard isNamed, name.map(ArtistReference.isNobody) == true else { return answer }
      } catch let error as CatalogError
        where isNamed && [.notFound, .invalidArgument].contains(error.code)
      {}
    }
    return try await answer(to: method, limit: limit, [("artist", artist.name)] + parameters)
  }
}

extension LastFMDiscovery: SimilarArtistsSource, SimilarTracksSource, ArtistTracksSource,
  GenreTracksSource
{
  /// Returns artists with the same listeners.
  public func artists(
    like artist: ArtistReference,
    limit: Int
  ) async throws -> [ArtistReference] {
    try await nothingIfUnknown {
      let answer = try await answer(to: "artist.getSimilar", limit: limit, about: artist)
      return answer["similarartists"]?.members("artist").compactMap(ArtistReference.init(lastFM:))
        ?? []
    }
  }

  /// Returns tracks with the same listeners.
  public func tracks(like track: TrackMetadata, limit: Int) async throws -> [DiscoveredTrack] {
    guard let artist = ArtistReference(of: track), let title = track.title else { return [] }
    return try await nothingIfUnknown {
      let names = [("artist", artist.name as String?), ("track", title)]
      let answer = try await answer(to: "track.getSimilar", limit: limit, names)
      return answer["similartracks"]?.members("track").compactMap(DiscoveredTrack.init(lastFM:))
        ?? []
    }
  }

  /// Returns the most played tracks of an artist.
  public func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      let answer = try await answer(to: "artist.getTopTracks", limit: limit, about: artist)
      return answer["toptracks"]?.members("track").compactMap(DiscoveredTrack.init(lastFM:)) ?? []
    }
  }

  /// Returns the most played tracks of a tag. Listeners choose tags freely.
  public func tracks(ofGenre name: String, limit: Int) async throws -> [DiscoveredTrack] {
    try await nothingIfUnknown {
      let answer = try await answer(to: "tag.getTopTracks", limit: limit, [("tag", name)])
      return answer["tracks"]?.members("track").compactMap(DiscoveredTrack.init(lastFM:)) ?? []
    }
  }
}

extension JSONValue {
  /// Returns the members under a name. Last.fm sends a single member without a list.
  func members(_ name: String) -> [JSONValue] {
    guard let value = self[name] else { return [] }
    return value.array ?? (value.object == nil ? [] : [value])
  }
}

extension ArtistReference {
  /// Whether a name is a placeholder for unknown artists.
  static func isNobody(_ name: String) -> Bool {
    ["[unknown]", "unknown artist", "<unknown>"].contains(name.lowercased())
  }

  fileprivate init?(lastFM value: JSONValue) {
    guard let name = value["name"]?.string, !name.isEmpty, !Self.isNobody(name) else { return nil }
    self.init(name, musicBrainzID: MusicBrainzID.normal(value["mbid"]?.string))
  }
}

extension DiscoveredTrack {
  init?(lastFM value: JSONValue) {
    guard let title = value["name"]?.string, !title.isEmpty,
      let artist = value["artist"].flatMap(ArtistReference.init(lastFM:))
    else { return nil }
    // The length is in seconds here, but in milliseconds in other answers. Top tracks have none.
    let recording = Recording(
      title: title,
      artists: [artist.name],
      musicBrainzID: MusicBrainzID.normal(value["mbid"]?.string)
    )
    self.init(RecordingTrack(TrackMetadata(recording)), by: artist)
  }
}
