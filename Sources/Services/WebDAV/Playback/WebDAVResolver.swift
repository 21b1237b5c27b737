import PlayerKit
import PlayerKitServices

/// Plays files of WebDAV servers, and replaces folders by their files.
public struct WebDAVResolver: MediaResolver {
  private let client: WebDAVClient

  /// Creates a resolver that lists folders with `client`, and uses its account.
  public init(client: WebDAVClient) {
    self.client = client
  }

  /// Files of WebDAV servers.
  public var playerType: PlayerType { .webDAV }

  /// Returns the source of a file; `nil` for a folder.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    let address = try Self.address(of: track)
    return address.isFolder ? nil : source(address)
  }

  /// Returns the source of a file.
  ///
  /// - Throws: For a folder, its files as a `TrackExpansion`.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    let address = try Self.address(of: track)
    guard address.isFolder else { return source(address) }
    let tracks: [WebDAVTrack]
    do {
      tracks = try await WebDAVFolder(client: client, address: address).tracks()
    } catch let error as CatalogError {
      throw PlayerError(error)
    }
    guard let expansion = TrackExpansion(tracks.map { QueueItem($0) }) else {
      throw PlayerError(.unreadable, "There are no audio files in the folder.")
    }
    throw expansion
  }

  /// Returns a key from the address of a file.
  public func cacheKey(of track: any Track) -> String? {
    guard let address = (track as? WebDAVTrack)?.address, !address.isFolder else { return nil }
    return Self.cacheKey(address)
  }

  private func source(_ address: WebDAVAddress) -> MediaSource {
    MediaSource(
      .remote(address.url),
      headers: client.headers(for: address),
      cacheKey: Self.cacheKey(address)
    )
  }

  private static func cacheKey(_ address: WebDAVAddress) -> String { "webdav:" + address.text }

  private static func address(of track: any Track) throws(PlayerError) -> WebDAVAddress {
    guard let track = track as? WebDAVTrack else {
      throw PlayerError(.invalidItem, "The track is not of a WebDAV server.")
    }
    return track.address
  }
}
