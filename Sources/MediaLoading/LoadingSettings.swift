/// How bytes are loaded, as an engine is set up.
package struct LoadingSettings: Sendable {
  /// How long a server may be silent.
  package var networkTimeout: Duration

  package init(networkTimeout: Duration = .seconds(10)) {
    self.networkTimeout = networkTimeout
  }
}
