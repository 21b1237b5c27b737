import MusicCatalog
import ServiceKit

extension MusicBrainzDiscovery: ArtistRecordingsSource {
  /// Says which of an artist's albums are readings, plays or interviews, by their types, genres and tags. It lists no recordings: there are too many
  /// of each song. A request for each hundred albums, up to five.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    StepwiseRecordings(from: artist) { artist in
      guard let id = try await id(of: artist) else { return .init() }
      let groups = try await client.releaseGroups(ofArtist: id)
      return .init(
        ArtistRecordingsPage(
          albums: groups.map { group in
            ArtistAlbum(
              group.title,
              types: [group.primaryType].compactMap(\.self) + group.secondaryTypes,
              genres: group.genres.keys.sorted(),
              tags: group.shares
            )
          }
        )
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
