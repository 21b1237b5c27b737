import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// Asks yt-dlp for the media of pages.
public struct YTDLPFinder: StreamURLProvider {
  let client: YTDLPClient

  /// Pages.
  public var playerType: PlayerType { .ytdlp }
  /// The site's terms are unknown.
  public var allowsCrossfade: Bool { false }

  /// Returns a key with the page.
  public func key(of track: any Track) -> StreamURLKey? {
    (track as? any YTDLPPlayable).map { StreamURLKey(id: $0.ytdlpTrack.id) }
  }

  /// Asks yt-dlp. Throws a `TrackExpansion` for a list.
  public func address(of track: any Track) async throws -> StreamURL? {
    try await find(track, isRenewal: false)
  }

  /// Asks yt-dlp again, for the same format.
  public func address(
    of track: any Track,
    insteadOf refused: StreamURL
  ) async throws -> StreamURL? {
    try await find(track, isRenewal: true)
  }

  private func find(_ track: any Track, isRenewal: Bool) async throws -> StreamURL? {
    guard let track = (track as? any YTDLPPlayable)?.ytdlpTrack else { return nil }
    do {
      switch try await client.find(track, isRenewal: isRenewal) {
      case .media(let media): return media.address
      case .list(let items):
        guard let expansion = TrackExpansion(items) else { return nil }
        throw expansion
      }
    } catch let error as YTDLPError {
      throw PlayerError(error)
    }
  }

  /// Restricts the media of a page on the Internet to the Internet and the page's own host.
  public func finished(
    _ source: MediaSource,
    of track: any Track,
    by resolver: StreamURLResolver<Self>
  ) -> MediaSource {
    guard let track = (track as? any YTDLPPlayable)?.ytdlpTrack else { return source }
    var source = source
    source.cacheKey = nil
    guard case .remote(let url) = source.location else { return source }
    let isOwn = !track.isNamedByServer && url.host() == track.page.host()
    if !isOwn, track.isNamedByServer || NetworkScope.mayBePublic(track.page) {
      source.reach = .publicAlone
    }
    return source
  }

  /// Forgets what yt-dlp answered.
  public func forget(_ track: any Track) {
    if let track = track as? any YTDLPPlayable { client.memory.forget(track.ytdlpTrack.id) }
  }
}

/// A track that yt-dlp may play besides other players. An app's own track conforms by naming the
/// page.
public protocol YTDLPPlayable: Track {
  /// The page.
  var ytdlpTrack: YTDLPTrack { get }
}

extension YTDLPTrack: YTDLPPlayable {
  /// This track.
  public var ytdlpTrack: YTDLPTrack { self }
}

/// Finds the media of pages with yt-dlp. A list replaces its track, 50 members at a time.
///
/// Addresses, with their header fields and cookies, exist only in the `MediaSource` and in memory.
/// If one is refused during playback, the resolver looks it up again in the same format. Nothing is
/// stored on disk, because no site's terms allow it.
public typealias YTDLPResolver = StreamURLResolver<YTDLPFinder>

extension YTDLPResolver {
  /// Creates a resolver that asks `client`.
  public init(client: YTDLPClient) {
    self.init(
      finder: YTDLPFinder(client: client),
      lifetime: .seconds(3_600),
      clock: client.clock
    )
  }
}
