import Testing

/// The kinds of tests. Every suite has one of these tags.
extension Tag {
  /// Waits for no thread, timer, file, socket or process.
  @Tag package static var pure: Self

  /// Uses real files, sockets, processes, and engines. Does not depend on when something happens.
  @Tag package static var local: Self

  /// Compares sound or positions with a real clock. A comment beside the tag states the reason.
  @Tag package static var realTime: Self

  /// Takes minutes, so that it begins first. A tag beside the kind.
  @Tag package static var long: Self
}
