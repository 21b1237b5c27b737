import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices

/// Discovery through ListenBrainz: similar artists from its lab and, with a user's token, the most
/// played recordings of an artist. It finds artists only by MusicBrainz id. It has no audio, so its
/// tracks are ``PlayerKitServices/RecordingTrack``s.
public struct ListenBrainzDiscovery: DiscoverySource, Sendable {
  /// The lab's algorithm for similar artists. The lab may rename it at any time.
  public static let usualAlgorithm =
    "session_based_days_7500_session_300_contribution_5_threshold_10_limit_100_filter_True_skip_30"

  private let lab: ServiceRequester
  private let api: ServiceRequester
  private let hasToken: Bool
  private let algorithm: String

  /// Creates a source. Sends nothing.
  ///
  /// - Parameters:
  ///   - token: A user's token. Without it, the source does not ask for recordings.
  ///   - algorithm: The lab's algorithm for similar artists.
  ///   - userAgent: The name and version of the app.
  ///   - configuration: How to reach the service. Its base URL replaces `api.listenbrainz.org`.
  ///   - lab: How to reach the lab. Its base URL replaces `labs.api.listenbrainz.org`.
  public init(
    token: String? = nil,
    algorithm: String = Self.usualAlgorithm,
    userAgent: String = "PlayerKit/0.1",
    configuration: ClientConfiguration = ClientConfiguration(),
    lab: ClientConfiguration = ClientConfiguration()
  ) {
    self.algorithm = algorithm
    hasToken = token != nil
    api = .listenBrainz(token: token, userAgent: userAgent, configuration: configuration)
    self.lab = .listenBrainz(
      at: "labs.api.listenbrainz.org",
      token: nil,
      userAgent: userAgent,
      configuration: lab
    )
  }

  /// ListenBrainz.
  public var service: CatalogService { .listenBrainz }
  /// This source; `nil` without a token.
  public var artistTracks: (any ArtistTracksSource)? { hasToken ? self : nil }
  /// This source; `nil` without a token.
  public var artistRecordings: (any ArtistRecordingsSource)? { hasToken ? self : nil }
}

extension ListenBrainzDiscovery: SimilarArtistsSource, ArtistTracksSource {
  /// Returns artists that are played in the same sessions. Returns none if the artist's MusicBrainz
  /// id is unknown.
  public func artists(
    like artist: ArtistReference,
    limit: Int
  ) async throws -> [ArtistReference] {
    guard let id = artist.musicBrainzKey else { return [] }
    return try await nothingIfUnknown {
      let answer: JSONValue = try await lab.value(
        of: CatalogRequest(
          "/similar-artists/json",
          query: [
            URLQueryItem(name: "artist_mbids", value: id),
            URLQueryItem(name: "algorithm", value: algorithm),
          ]
        )
      )
      // The lab may answer in any order.
      let found = (answer.array ?? []).enumerated()
        .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
      return found.prefix(max(limit, 0)).compactMap { _, artist in
        guard let name = artist["name"]?.string, !name.isEmpty else { return nil }
        return ArtistReference(
          name,
          musicBrainzID: MusicBrainzID.normal(artist["artist_mbid"]?.string)
        )
      }
    }
  }

  /// Returns the most played recordings of an artist. Returns none if the artist's MusicBrainz id
  /// is unknown.
  public func tracks(by artist: ArtistReference, limit: Int) async throws -> [DiscoveredTrack] {
    guard let id = artist.musicBrainzKey else { return [] }
    return try await nothingIfUnknown {
      try await topRecordings(of: id).prefix(max(limit, 0))
        .compactMap { DiscoveredTrack(listenBrainz: $0) }
    }
  }

  func topRecordings(of id: String) async throws -> [JSONValue] {
    let answer: JSONValue = try await api.value(
      of: CatalogRequest(segments: ["1", "popularity", "top-recordings-for-artist", id])
    )
    return answer.array ?? []
  }
}

extension JSONValue {
  fileprivate var score: Double { self["score"]?.number ?? 0 }
}

extension DiscoveredTrack {
  init?(listenBrainz value: JSONValue) {
    guard let title = value["recording_name"]?.string, !title.isEmpty,
      let credit = value["artist_name"]?.string, !credit.isEmpty
    else { return nil }
    let artists = value["artists"]?.array ?? []
    let names = artists.compactMap { $0["artist_credit_name"]?.string }.filter { !$0.isEmpty }
    let recording = Recording(
      title: title,
      artists: names.isEmpty ? [credit] : names,
      album: value["release_name"]?.string,
      duration: value["length"]?.int.map { .milliseconds($0) },
      musicBrainzID: MusicBrainzID.normal(value["recording_mbid"]?.string)
    )
    let artist = ArtistReference(
      names.first ?? credit,
      musicBrainzID: MusicBrainzID.normal(artists.first?["artist_mbid"]?.string)
    )
    self.init(RecordingTrack(TrackMetadata(recording)), by: artist)
  }
}
