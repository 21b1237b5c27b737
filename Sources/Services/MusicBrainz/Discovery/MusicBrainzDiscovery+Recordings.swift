import MusicCatalog
import ServiceKit

extension MusicBrainzDiscovery: ArtistRecordingsSource {
  /// Says which of an artist's albums are readings, plays or interviews. It lists no recordings: there are too many
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
              types: [group.primaryType].compactMap(\.self) + group.secondaryTypes
            )
          }
        )
      )
    }
  }
}
