import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKit

/// What ListenBrainz knows of what else there is: similar artists, from its lab, and with a user's token the
/// recordings of an artist that are heard most. It knows artists by their MusicBrainz ids alone, and has no audio:
/// its tracks are ``PlayerKitServices/RecordingTrack``s.
public struct ListenBrainzDiscovery: DiscoverySource, Sendable {
  /// How the lab finds similar artists. It gives no promise: names change.
  public static let usualAlgorithm =
    "session_based_days_7500_session_300_contribution_5_threshold_10_limit_100_filter_True_skip_30"

  private let lab: ServiceRequester
  private let api: ServiceRequester
  private let hasToken: Bool
  private let algorithm: String

  /// Makes a source. Sends nothing.
  ///
  /// - Parameters:
  ///   - token: a user's token; without it, recordings are not asked for.
  ///   - algorithm: how the lab finds similar artists.
  ///   - userAgent: name and version of the app.
  ///   - configuration: how the service is reached; its base stands for `api.listenbrainz.org`.
  ///   - lab: how the lab is reached; its base stands for `labs.api.listenbrainz.org`.
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
  /// Itself.
  public var similarArtists: (any SimilarArtistsSource)? { self }
  /// Itself, with a token.
  public var artistTracks: (any ArtistTracksSource)? { hasToken ? self : nil }
  /// Itself, with a token.
  public var artistRecordings: (any ArtistRecordingsSource)? { hasToken ? self : nil }
}

extension ListenBrainzDiscovery: SimilarArtistsSource, ArtistTracksSource {
  /// The artists that are heard in the same sittings; none for an artist whose id is not known.
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
      // The lab's answers may come out of order.
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

  /// The recordings of an artist that are heard most; none for an artist whose id is not known.
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
