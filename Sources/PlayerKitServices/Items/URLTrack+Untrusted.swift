import Foundation
import PlayerKit

extension URLTrack {
  /// Makes a track at an untrusted address, such as one from a remote control.
  ///
  /// The track is requested only at public addresses, even after redirects. The same holds for its
  /// entries if it is a playlist. It never becomes a file: a file URL fails with
  /// ``PlayerKit/PlayerError/Code/blockedURL``. Stores keep these restrictions.
  public init(untrusted url: URL, metadata: TrackMetadata = TrackMetadata()) {
    self.init(
      listed: url,
      headers: [:],
      metadata: metadata,
      origin: ListOrigin(lists: [], depth: 0, isRemote: true, isPublic: true)
    )
  }
}
