import Foundation
import PlayerKit
import PlayerKitITunes
import PlayerKitServices

/// A song of Apple Music that a page plays in full, or else another player as its preview.
public struct AppleMusicPageTrack: AppleMusicPlayable, StorableTrack, Hashable {
  /// The type name in stores.
  public static var storedType: String { "appleMusicPage" }

  /// The song.
  public let song: AppleMusicTrack

  /// Makes a track of a song.
  public init(_ song: AppleMusicTrack) {
    self.song = song
  }

  /// The song's id.
  public var id: String { song.id }
  /// The song's id in the catalog.
  public var appleMusicID: String { song.appleMusicID }
  /// The storefront of the id; `nil` for the player's storefront.
  public var appleMusicStorefront: String? { song.appleMusicStorefront }
  /// The preview that was found with the song.
  public var knownPreview: StreamURL? { song.knownPreview }
  /// The metadata to show.
  public var metadata: TrackMetadata { song.metadata }
  /// The page first, then the players of the song.
  public var playerTypes: [PlayerType] { [.musicKitPage] + song.playerTypes }
}

/// A music video of Apple Music.
public struct AppleMusicVideoTrack: Track, StorableTrack, Hashable {
  /// The type name in stores.
  public static var storedType: String { "appleMusicVideo" }

  /// The video's id in the catalog.
  public let id: String
  /// The metadata to show.
  public let metadata: TrackMetadata

  /// ``MusicKitPagePlayer`` plays the track.
  public var playerTypes: [PlayerType] { [.musicKitPage] }

  /// Makes a track of an id.
  public init(id: String, metadata: TrackMetadata = TrackMetadata()) {
    self.id = id
    self.metadata = metadata
  }
}

/// Audio or video at a URL that a page plays, or else an engine.
public struct PageMediaTrack: URLPlayable, Hashable {
  /// The URL.
  public let url: URL
  /// Whether the page shows a picture.
  public let isVideo: Bool
  /// The metadata to show.
  public let metadata: TrackMetadata

  /// The URL.
  public var id: String { url.absoluteString }

  /// The page first, then an engine.
  public var playerTypes: [PlayerType] { [.htmlPage, .url] }

  /// Makes a track of a URL.
  public init(url: URL, isVideo: Bool = false, metadata: TrackMetadata = TrackMetadata()) {
    self.url = url
    self.isVideo = isVideo
    self.metadata = metadata
  }

  /// The URL.
  public func mediaSource() throws(PlayerError) -> MediaSource { MediaSource(.remote(url)) }
}
