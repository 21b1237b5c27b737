import PlayerKit

/// Finds the audio of songs from several servers in one queue, each at its own server.
///
/// A song that names no server belongs to the first one. A song of any other server is an
/// `invalidItem`.
public struct SubsonicServersResolver: MediaResolver {
  private let resolvers: [SubsonicResolver]

  /// Creates a resolver from several. The first one resolves songs that name no server.
  public init(_ resolvers: [SubsonicResolver]) {
    self.resolvers = resolvers
  }

  /// Songs of Subsonic servers.
  public var playerType: PlayerType { .subsonic }

  /// Returns the remembered address.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    try resolver(of: track).resolveNow(track)
  }

  /// Returns the remembered address, or else asks the song's server.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    try await resolver(of: track).resolve(track)
  }

  /// Returns a key from server and song.
  public func cacheKey(of track: any Track) -> String? {
    (try? resolver(of: track))?.cacheKey(of: track)
  }

  /// Forgets the address that failed.
  public func forget(_ track: any Track, after error: PlayerError) {
    (try? resolver(of: track))?.forget(track, after: error)
  }

  private func resolver(of track: any Track) throws(PlayerError) -> SubsonicResolver {
    guard let song = track as? SubsonicTrack,
      let found = resolvers.first(where: { song.server == nil || $0.server?.id == song.server })
        ?? resolvers.first(where: { $0.server?.owns(song.server) == true })
    else {
      throw PlayerError(.invalidItem, "The track is not from one of these servers. Add its server.")
    }
    return found
  }
}
