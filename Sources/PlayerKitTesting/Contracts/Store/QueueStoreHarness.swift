import PlayerKit

/// Provides ``QueueStoreContract`` with stores to check.
public protocol QueueStoreHarness: Sendable {
  /// Whether opening a second store at the same location fails while the first one is open.
  /// Default: yes.
  var isExclusive: Bool { get }

  /// Makes a store. All stores of one harness share one location, which is empty at first.
  func makeStore() async throws -> any QueueStore

  /// Damages the stored data while no store is open. Default: does nothing and returns `false`.
  ///
  /// - Returns: Whether the harness supports this damage.
  func damage(_ damage: QueueStoreDamage) async throws -> Bool

  /// Limits a store to little more space than it uses now, or removes that limit. Default: does
  /// nothing and returns `false`.
  ///
  /// - Returns: Whether the harness supports this.
  func setFull(_ isFull: Bool, _ store: any QueueStore) async throws -> Bool

  /// Frees everything that the harness made, such as files. Default: does nothing.
  func cleanUp() async
}

extension QueueStoreHarness {
  /// Yes.
  public var isExclusive: Bool { true }
  /// Returns `false`.
  public func damage(_ damage: QueueStoreDamage) async throws -> Bool { false }
  /// Returns `false`.
  public func setFull(_ isFull: Bool, _ store: any QueueStore) async throws -> Bool { false }
  /// Does nothing.
  public func cleanUp() async {}
}

/// Possible damage to a store's files.
public enum QueueStoreDamage: Sendable, CaseIterable {
  /// The system stopped during the last write: its beginning is damaged, the rest is intact.
  case lastWrite
  /// The beginning of the second-to-last write is damaged.
  case earlierWrite
  /// A newer version of the library added a write of an unknown kind.
  case newerWrite
}
