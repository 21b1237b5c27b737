import PlayerKit
import PlayerKitSystem

/// How bytes are loaded, from the engine's configuration.
package struct LoadingSettings: Sendable {
  /// How long a server may be silent.
  package var networkTimeout: Duration
  /// The disk cache for media; `nil` for none.
  package var cache: MediaCache?
  /// The addresses that requests may connect to; a source may narrow it.
  package var reach: MediaSource.Reach
  /// How long to try to reconnect a broken live stream.
  package var reconnection: Duration
  /// How lists are read.
  package var lists = ListSettings()
  /// The maximum bit rate for streams with variants, in bits per second.
  package var largestBitRate: Int

  package init(
    networkTimeout: Duration = .seconds(10),
    cache: MediaCache? = nil,
    reach: MediaSource.Reach = .publicAfterRedirect,
    reconnection: Duration = .seconds(300),
    largestBitRate: Int = .max
  ) {
    self.networkTimeout = networkTimeout
    self.cache = cache
    self.reach = reach
    self.reconnection = reconnection
    self.largestBitRate = largestBitRate
  }
}
