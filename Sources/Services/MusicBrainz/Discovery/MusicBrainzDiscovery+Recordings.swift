import PlayerKitServices

extension MusicBrainzDiscovery: ArtistRecordingsSource {
  /// One request each, so that what is known stays known where the next one takes too long.
  private enum Step: Sendable {
    case artist
    case albums(artist: String, from: Int)
  }

  private typealias Reader = StepwiseRecordings<Step>

  /// Behind these, more would not be waited for.
  private static let mostAlbums = 500

  /// Says which of an artist's albums are readings, plays or interviews, by their types, genres and tags. It lists
  /// no recordings: there are too many of each song. A request for each hundred albums, up to five.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .artist) { try await read($0, artist) }
  }

  private func read(_ step: Step, _ artist: ArtistReference) async throws -> Reader.Outcome {
    switch step {
    case .artist:
      guard let id = try await id(of: artist) else { return Reader.Outcome() }
      return Reader.Outcome(then: [.albums(artist: id, from: 0)])
    case .albums(let id, let offset):
      let (groups, next) = try await client.releaseGroups(ofArtist: id, from: offset)
      let albums = groups.map { group in
        ArtistAlbum(
          group.title,
          types: [group.primaryType].compactMap(\.self) + group.secondaryTypes,
          genres: group.genres.keys.sorted(),
          tags: group.shares
        )
      }
      let following = next.flatMap { $0 < Self.mostAlbums ? $0 : nil }
      return Reader.Outcome(
        ArtistRecordingsPage(albums: albums),
        then: following.map { [.albums(artist: id, from: $0)] } ?? []
      )
    }
  }
}

extension MusicBrainz.ReleaseGroup {
  /// The tags, each with its share of the votes that the one with most has, in hundredths.
  fileprivate var shares: [String: Int] {
    let most = max(tags.values.max() ?? 1, genres.values.max() ?? 1)
    return tags.mapValues { Int(Double($0) / Double(most) * 100) }
  }
}
