import PlayerKitServices

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

  let client: MusicBrainzClient

  /// Makes a source that asks by `client`. Sends nothing.
  public init(client: MusicBrainzClient) {
    self.client = client
  }

  /// MusicBrainz.
  public var service: CatalogService { .musicBrainz }
  /// Itself.
  public var similarArtists: (any SimilarArtistsSource)? { self }
  /// Itself.
  public var artistRecordings: (any ArtistRecordingsSource)? { self }
  /// They work together.
  public var tie: ArtistTie { .related }

  /// The artists that work, or worked, with another.
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
        // Who played several instruments is there several times.
        guard seen.insert(id ?? name).inserted else { return nil }
        return ArtistReference(name, musicBrainzID: id)
      }
      return Array(found.prefix(max(limit, 0)))
    }
  }

  /// The id, by a search where it is not known. The service's score is that of the best, however bad: the name
  /// decides.
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

  /// A name between the quotes of a query.
  static func escaped(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
