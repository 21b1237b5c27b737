import Testing

/// The kinds of tests. Every suite has one of these tags.
extension Tag {
  /// Waits for no thread, timer, file, socket or process.
  @Tag package static var pure: Self
  /// Uses real files, sockets, threads or processes. No assertion depends on when something happens.
  @Tag package static var local: Self
  /// Compares sound or positions with a clock.
  @Tag package static var realTime: Self
}
