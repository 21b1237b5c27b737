import Foundation
import PlayerKit
import PlayerKitServices

/// Resolves files of items to their URLs. Sends no request: the URLs follow from the names.
public struct InternetArchiveResolver: MediaResolver {
  private let client: InternetArchiveClient

  /// Makes a resolver for the archive of `client`.
  public init(client: InternetArchiveClient) {
    self.client = client
  }

  /// The player type of the archive.
  public var playerType: PlayerType { .internetArchive }

  /// Returns the URL. Throws `invalidItem` if the track is not a file of an item.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    try source(of: track)
  }

  /// Returns the URL. Throws `invalidItem` if the track is not a file of an item.
  public func resolve(_ track: any Track) async throws -> MediaSource { try source(of: track) }

  /// Returns a key of the item and the file.
  public func cacheKey(of track: any Track) -> String? {
    track is InternetArchiveTrack ? Self.key(track.id) : nil
  }

  private func source(of track: any Track) throws(PlayerError) -> MediaSource {
    guard let track = track as? InternetArchiveTrack,
      let (item, name) = ArchiveRule.parts(ofTrack: track.id),
      let url = client.address(of: item, name)
    else { throw PlayerError(.invalidItem, "The track is not a file of an item.") }
    return MediaSource(.remote(url), cacheKey: Self.key(track.id), allowsCaching: true)
  }

  private static func key(_ id: String) -> String { PlayerType.internetArchive.rawValue + ":" + id }
}
