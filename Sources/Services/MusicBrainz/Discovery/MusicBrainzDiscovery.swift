import Foundation
import HTTPTypes
import MusicCatalog
import ServiceKit

/// What MusicBrainz knows of who works with whom: members of bands, collaborations, teachers. One request a second
/// and address: it is the slowest of all sources.
public struct MusicBrainzDiscovery: DiscoverySource, SimilarArtistsSource, Sendable {
  private static let namesakes = 5
  /// Ties that are of music; a marriage is none.
  private static let ties: Set<String> = [
    "member of band", "collaboration", "subgroup", "founder", "supporting musician",
    "instrumental supporting musician", "vocal supporting musician", "conductor position",
    "is person", "teacher", "tribute", "artist rename",
  ]

  private let requester: ServiceRequester

  /// Makes a source. Sends nothing.
  ///
  /// - Parameter userAgent: name, version and an address of the app, such as `Jukebox/1.2 ( me@example.org )`:
  ///   MusicBrainz demands it, and blocks others.
  public init(userAgent: String, configuration: ClientConfiguration = ClientConfiguration()) {
    var requester = ServiceRequester(
      policy: Self.policy,
      host: "musicbrainz.org",
      configuration: configuration
    )
    requester.prepare = { $0.headerFields[.userAgent] = userAgent }
    self.requester = requester
  }

  /// MusicBrainz.
  public var service: CatalogService { .musicBrainz }
  /// Itself.
  public var similarArtists: (any SimilarArtistsSource)? { self }
  /// They work together.
  public var tie: ArtistTie { .related }

  private static let policy = ServicePolicy(
    service: .musicBrainz,
    limit: RateLimit(
      interval: .milliseconds(1_100),
      burst: 1,
      firstPause: .seconds(5),
      longestPause: .seconds(60),
      maximumWait: .seconds(30)
    ),
    cache: nil
  )

  /// The artists that work, or worked, with another.
  public func artists(
    like artist: ArtistReference,
    limit: Int
  ) async throws -> [ArtistReference] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      let answer: JSONValue = try await requester.value(
        of: CatalogRequest(
          segments: ["ws", "2", "artist", id],
          query: [.init(name: "inc", value: "artist-rels"), .init(name: "fmt", value: "json")]
        )
      )
      var seen: Set<String> = []
      let found = (answer["relations"]?.array ?? []).compactMap { relation -> ArtistReference? in
        guard let tie = relation["type"]?.string, Self.ties.contains(tie) else { return nil }
        guard let artist = relation["artist"], let name = artist["name"]?.string, !name.isEmpty
        else { return nil }
        let id = MusicBrainzID.normal(artist["id"]?.string)
        // Who played several instruments is there several times.
        guard seen.insert(id ?? name).inserted else { return nil }
        return ArtistReference(name, musicBrainzID: id)
      }
      return Array(found.prefix(max(limit, 0)))
    }
  }

  /// The id, by a search where it is not known. The service's score is that of the best, however bad: the name
  /// decides.
  private func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.musicBrainzKey { return id }
    let answer: JSONValue = try await requester.value(
      of: CatalogRequest(
        segments: ["ws", "2", "artist"],
        query: [
          .init(name: "query", value: "artist:\"\(Self.escaped(artist.name))\""),
          .init(name: "limit", value: String(Self.namesakes)), .init(name: "fmt", value: "json"),
        ]
      )
    )
    let found = match(artist, among: answer["artists"]?.array ?? []) { $0["name"]?.string }
    return MusicBrainzID.normal(found?["id"]?.string)
  }

  /// A name between the quotes of a query.
  static func escaped(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
