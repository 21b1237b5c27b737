/// How bytes are loaded, as an engine is set up.
package struct LoadingSettings: Sendable {
  /// How long a server may be silent.
  package var networkTimeout: Duration
  /// Where media is kept on disk; `nil`: nowhere.
  package var cache: MediaCache?

  package init(networkTimeout: Duration = .seconds(10), cache: MediaCache? = nil) {
    self.networkTimeout = networkTimeout
    self.cache = cache
  }
}
