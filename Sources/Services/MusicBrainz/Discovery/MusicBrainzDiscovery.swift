import PlayerKitServices

/// Discovery through MusicBrainz's relations between artists: band members, collaborations,
/// teachers. With one request a second per address, it is the slowest source.
public struct MusicBrainzDiscovery: DiscoverySource, SimilarArtistsSource, Sendable {
  private static let namesakes = 5
  /// Relations that concern music. A marriage does not.
  private static let ties: Set<String> = [
    "member of band", "collaboration", "subgroup", "founder", "supporting musician",
    "instrumental supporting musician", "vocal supporting musician", "conductor position",
    "is person", "teacher", "tribute", "artist rename",
  ]

  let client: MusicBrainzClient

  /// Creates a source that asks `client`. Sends nothing.
  public init(client: MusicBrainzClient) {
    self.client = client
  }

  /// MusicBrainz.
  public var service: CatalogService { .musicBrainz }
  /// The artists work together.
  public var tie: ArtistTie { .related }

  /// Returns the artists that work, or worked, with another.
  public func artists(
    like artist: ArtistReference,
    limit: Int
  ) async throws -> [ArtistReference] {
    try await nothingIfUnknown {
      guard let id = try await id(of: artist) else { return [] }
      let answer = try await client.answer(["artist", id], ["inc": "artist-rels"])
      var seen: Set<String> = []
      let found = (answer?["relations"]?.array ?? []).compactMap { relation -> ArtistReference? in
        guard let tie = relation["type"]?.string, Self.ties.contains(tie) else { return nil }
        guard let artist = relation["artist"], let name = artist["name"]?.string, !name.isEmpty
        else { return nil }
        let id = MusicBrainzID.normal(artist["id"]?.string)
        // An artist who played several instruments appears several times.
        guard seen.insert(id ?? name).inserted else { return nil }
        return ArtistReference(name, musicBrainzID: id)
      }
      return Array(found.prefix(max(limit, 0)))
    }
  }

  /// Returns the artist's id, found by a search if unknown. The name decides, because the service
  /// gives the best match the top score, however bad it is.
  func id(of artist: ArtistReference) async throws -> String? {
    if let id = artist.musicBrainzKey { return id }
    let answer = try await client.answer(
      ["artist"],
      [
        "query": "artist:\"\(Self.escaped(artist.name))\"", "limit": String(Self.namesakes),
      ]
    )
    let found = match(artist, among: answer?["artists"]?.array ?? []) { $0["name"]?.string }
    return MusicBrainzID.normal(found?["id"]?.string)
  }

  /// Escapes a name for the quotes of a query.
  static func escaped(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
