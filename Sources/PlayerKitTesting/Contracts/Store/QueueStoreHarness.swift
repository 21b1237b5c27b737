import PlayerKit

/// What ``QueueStoreContract`` needs to know of a store to check it.
public protocol QueueStoreHarness: Sendable {
  /// Whether a second store over the same place is refused while the first one is open. Default: yes.
  var isExclusive: Bool { get }

  /// Makes a store. All stores of one harness lie over one place, in which nothing is kept at first.
  func makeStore() async throws -> any QueueStore

  /// Damages what is kept, while no store is open. Default: `false`.
  ///
  /// - Returns: whether it could.
  func damage(_ damage: QueueStoreDamage) async throws -> Bool

  /// Leaves a store hardly more room than it takes now, or takes that limit away. Default: `false`.
  ///
  /// - Returns: whether it could.
  func setFull(_ isFull: Bool, _ store: any QueueStore) async throws -> Bool

  /// Frees what the harness made, such as files. Default: nothing.
  func cleanUp() async
}

extension QueueStoreHarness {
  /// Yes.
  public var isExclusive: Bool { true }
  /// It can't.
  public func damage(_ damage: QueueStoreDamage) async throws -> Bool { false }
  /// It can't.
  public func setFull(_ isFull: Bool, _ store: any QueueStore) async throws -> Bool { false }
  /// Does nothing.
  public func cleanUp() async {}
}

/// What may have happened to a store's files when a process opens them.
public enum QueueStoreDamage: Sendable, CaseIterable {
  /// The system ended during the last write: its beginning is spoiled, the rest is there.
  case lastWrite
  /// The beginning of the write before the last one is spoiled.
  case earlierWrite
  /// A newer version of the library added a write of a kind of its own.
  case newerWrite
}
