import PlayerKitSystem
import PlayerKit

/// How bytes are loaded, as an engine is set up.
package struct LoadingSettings: Sendable {
  /// How long a server may be silent.
  package var networkTimeout: Duration
  /// Where media is kept on disk; `nil`: nowhere.
  package var cache: MediaCache?
  /// Which addresses requests may connect to; a source may narrow it.
  package var reach: MediaSource.Reach
  /// How long a live stream that broke off is asked for again.
  package var reconnection: Duration
  /// How lists are read.
  package var lists = ListSettings()
  /// How many bits a second are wanted at most of what comes in variants.
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
