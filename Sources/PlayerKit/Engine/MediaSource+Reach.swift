extension MediaSource {
  /// Which addresses requests may connect to: that of a source, and those to which servers lead.
  ///
  /// What an app or its user names may lie anywhere. What a server on the Internet names (a redirect, the
  /// entry of a playlist) has no say in what is asked of the machine itself, or of the network around
  /// it. The address that is connected to is checked, not the name. Behind a proxy, which connects by
  /// itself, the name is.
  ///
  /// Public is what may be anybody's server: no loopback, private, link-local or other special address.
  public enum Reach: Sendable, Hashable {
    /// Any address, also where servers lead.
    case everywhere
    /// Any address; but once a server at a public one has led on, public ones alone.
    case publicWhereLed
    /// Public addresses alone.
    case publicAlone
  }
}

extension MediaSource.Reach {
  /// What both allow.
  package func narrowed(by other: Self?) -> Self {
    switch (self, other) {
    case (.publicAlone, _), (_, .publicAlone): .publicAlone
    case (.publicWhereLed, _), (_, .publicWhereLed): .publicWhereLed
    case (.everywhere, .everywhere), (.everywhere, nil): .everywhere
    }
  }
}
