import PlayerKit

/// What ``QueueStoreContract`` needs to know of a store to check it.
public protocol QueueStoreHarness: Sendable {
  /// Whether a second store over the same place is refused while the first one is open. Default: yes.
  var isExclusive: Bool { get }

  /// Makes a store. All stores of one harness lie over one place, in which nothing is kept at first.
  func makeStore() async throws -> any QueueStore

  /// Frees what the harness made, such as files. Default: nothing.
  func cleanUp() async
}

extension QueueStoreHarness {
  /// Yes.
  public var isExclusive: Bool { true }
  /// Does nothing.
  public func cleanUp() async {}
}
