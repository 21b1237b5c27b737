import Foundation
import PlayerKit

extension PlayerType {
  /// Plays audio and video at HTTP(S) URLs in a page.
  public static let htmlPage = PlayerType(rawValue: "htmlPage")
}

/// Plays audio and video at HTTP(S) URLs with the browser's own elements in the page.
///
/// Its tracks are ``PlayerKit/URLPlayable``, such as ``PageMediaTrack``. It refuses local files,
/// sources with header fields, and sources with a limited reach, because a browser can't obey that
/// limit.
public final class HTMLPagePlayer: Player {
  /// The state and the events.
  public let core: PlayerCore

  /// Makes a player on a host.
  public init(host: PageHost) {
    let backend = PageBackend(host, .html, .htmlPage) { (track) throws(PlayerError) in
      guard let playable = track as? any URLPlayable else {
        throw PlayerError(.invalidItem, "The track does not say where its bytes are.")
      }
      let source = try playable.mediaSource()
      guard case .remote(let url) = source.location, source.headers.isEmpty, source.reach == nil,
        ["http", "https"].contains(url.scheme?.lowercased()), url.user == nil,
        url.absoluteString.utf8.count <= 8_192
      else { throw PlayerError(.blockedURL, "A page can only play plain HTTP and HTTPS URLs.") }
      let isVideo = (track as? PageMediaTrack)?.isVideo ?? false
      return .media(url: url.absoluteString, isVideo: isVideo)
    }
    core = PlayerCore(backend: backend, clock: host.clock)
  }

  deinit { unload() }

  /// `htmlPage`.
  public var playerType: PlayerType { .htmlPage }
}
