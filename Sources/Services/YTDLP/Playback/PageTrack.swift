import Foundation
import PlayerKit
import PlayerKitSystem

/// An address that may be media or a page with media. It is played directly, and with yt-dlp if
/// that fails.
public struct PageTrack: URLPlayable, YTDLPPlayable, StorableTrack, GuessedMedia, Hashable,
  Codable
{
  /// The page for yt-dlp.
  public let ytdlpTrack: YTDLPTrack

  /// The type name in stores.
  public static var storedType: String { "ytdlp.page" }

  /// Creates a track for an address.
  ///
  /// - Throws: The errors of `YTDLPTrack(page:)`.
  public init(
    url: URL,
    metadata: TrackMetadata = TrackMetadata(),
    readsUnknownSites: Bool = true
  ) throws(PlayerError) {
    ytdlpTrack = try YTDLPTrack(
      page: url,
      metadata: metadata,
      readsUnknownSites: readsUnknownSites
    )
  }

  /// Creates a track for a page in a list.
  init(_ track: YTDLPTrack) { ytdlpTrack = track }

  private var direct: URLTrack {
    let stated = ytdlpTrack.statedMetadata
    return URLTrack(url: ytdlpTrack.page, metadata: stated == TrackMetadata() ? nil : stated)
  }

  /// The address.
  public var id: String { ytdlpTrack.id }

  /// The metadata to show; the file name if nothing is known.
  public var metadata: TrackMetadata { direct.metadata }

  /// The known metadata.
  public var statedMetadata: TrackMetadata { ytdlpTrack.statedMetadata }

  /// Direct playback first, then yt-dlp.
  public var playerTypes: [PlayerType] { [.url, .ytdlp] }

  /// Returns the address as a source. If a server on the Internet named it, it may only lead to
  /// public addresses.
  public func mediaSource() throws(PlayerError) -> MediaSource {
    var source = try direct.mediaSource()
    if ytdlpTrack.isNamedByServer { source.reach = .publicAlone }
    return source
  }
}

extension PageTrack: CustomStringConvertible, CustomReflectable {
  /// The description of the page.
  public var description: String { ytdlpTrack.description }

  /// The page's mirror, because an address may hold a secret.
  public var customMirror: Mirror { ytdlpTrack.customMirror }
}
