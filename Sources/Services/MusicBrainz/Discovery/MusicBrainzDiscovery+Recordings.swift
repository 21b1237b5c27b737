import PlayerKitServices

extension MusicBrainzDiscovery: ArtistRecordingsSource {
  /// A step of one request, so that earlier results remain if a later step takes too long.
  private enum Step: Sendable {
    case artist
    case albums(artist: String, from: Int)
  }

  private typealias Reader = StepwiseRecordings<Step>

  /// The maximum number of albums, because more would take too long.
  private static let maximumAlbums = 500

  /// Returns which of an artist's albums are readings, plays or interviews, by their types, genres
  /// and tags. Lists no recordings, because there are too many of each song. Sends a request per
  /// hundred albums, at most five.
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
      let following = next.flatMap { $0 < Self.maximumAlbums ? $0 : nil }
      return Reader.Outcome(
        ArtistRecordingsPage(albums: albums),
        then: following.map { [.albums(artist: id, from: $0)] } ?? []
      )
    }
  }
}

extension MusicBrainz.ReleaseGroup {
  /// The tags, each as a percentage of the highest number of votes.
  fileprivate var shares: [String: Int] {
    let most = max(tags.values.max() ?? 1, genres.values.max() ?? 1)
    return tags.mapValues { Int(Double($0) / Double(most) * 100) }
  }
}
