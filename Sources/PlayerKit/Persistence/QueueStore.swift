/// Keeps one queue.
///
/// A store has one writer: what changed is told against what was written last, so two that write
/// into one place would spoil it. Stores on disk refuse the second one as
/// ``QueueStoreError/Code/locked``.
///
/// Calls come one at a time. `QueueStoreContract` of PlayerKitTesting checks a store.
public protocol QueueStore: Sendable {
  /// What is kept; `nil` where nothing has been.
  func restore() async throws(QueueStoreError) -> StoredQueue?

  /// Takes in changes: all of them or, where it throws, none. When it returns they are safe from
  /// the end of the process, and of the system as far as the disk keeps its word.
  ///
  /// Where nothing has been kept yet, or after an error, the changes must be complete ones. Not
  /// after ``QueueStoreError/Code/full`` and ``QueueStoreError/Code/notStorable``: then what is
  /// kept is as before, and so are the changes that follow.
  func write(_ changes: QueueChanges) async throws(QueueStoreError)

  /// Lets go of what it holds: files, locks. Every later call fails as
  /// ``QueueStoreError/Code/closed``. Called again: no effect.
  func close() async
}
