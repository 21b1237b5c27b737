import PlayerKitSystem
import Foundation
import PlayerKit

/// An address of which nobody knows whether it is media, or a page with media. It is played as it is; where
/// that fails, yt-dlp looks at it.
public struct PageTrack: URLPlayable, YTDLPPlayable, StorableTrack, GuessedMedia, Hashable,
  Codable
{
  /// The page, as yt-dlp looks at it.
  public let ytdlpTrack: YTDLPTrack

  /// The name under which stores keep it.
  public static var storedType: String { "ytdlp.page" }

  /// Makes a track of an address.
  ///
  /// - Throws: as `YTDLPTrack(page:)`.
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

  /// Makes a track of a page that a list names.
  init(_ track: YTDLPTrack) { ytdlpTrack = track }

  private var direct: URLTrack {
    let stated = ytdlpTrack.statedMetadata
    return URLTrack(url: ytdlpTrack.page, metadata: stated == TrackMetadata() ? nil : stated)
  }

  /// The address.
  public var id: String { ytdlpTrack.id }

  /// What to show; the name of the file, where nothing is known.
  public var metadata: TrackMetadata { direct.metadata }

  /// What is known.
  public var statedMetadata: TrackMetadata { ytdlpTrack.statedMetadata }

  /// As it is, then by yt-dlp.
  public var playerTypes: [PlayerType] { [.url, .ytdlp] }

  /// The address. What a server on the Internet named leads to public ones alone.
  public func mediaSource() throws(PlayerError) -> MediaSource {
    var source = try direct.mediaSource()
    if ytdlpTrack.isNamedByServer { source.reach = .publicAlone }
    return source
  }
}

extension PageTrack: CustomStringConvertible, CustomReflectable {
  /// As the page's.
  public var description: String { ytdlpTrack.description }

  /// As the page's: an address may hold a secret.
  public var customMirror: Mirror { ytdlpTrack.customMirror }
}
