import Foundation
import PlayerKit

extension URLTrack {
  /// A track at an address that a stranger named, such as somebody at a remote control.
  ///
  /// It is asked for at public addresses alone, wherever its server leads, and so is everything that it
  /// names where it is a playlist. It never becomes a file: a file URL fails as
  /// ``PlayerKit/PlayerError/Code/blockedURL``. All of this is kept by stores.
  public init(untrusted url: URL, metadata: TrackMetadata = TrackMetadata()) {
    self.init(
      listed: url,
      headers: [:],
      metadata: metadata,
      origin: ListOrigin(lists: [], depth: 0, isRemote: true, isPublic: true)
    )
  }
}
