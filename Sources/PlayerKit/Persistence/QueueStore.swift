/// Stores one queue.
///
/// A store has one writer: changes are relative to the last write, so two writers to the same place
/// would corrupt it. Stores on disk refuse the second one as ``QueueStoreError/Code/locked``.
///
/// Calls come one at a time. `QueueStoreContract` of PlayerKitTesting checks a store.
public protocol QueueStore: Sendable {
  /// Returns the stored queue; `nil` if nothing has been stored.
  func restore() async throws(QueueStoreError) -> StoredQueue?

  /// Writes changes: all of them or, if it throws, none. When it returns, they survive the end of
  /// the process, and the end of the system if the disk is reliable.
  ///
  /// If nothing has been stored yet, and after an error, the changes must be complete. This does
  /// not apply after ``QueueStoreError/Code/full`` and ``QueueStoreError/Code/notStorable``, which
  /// leave the store unchanged.
  func write(_ changes: QueueChanges) async throws(QueueStoreError)

  /// Releases files and locks. Every later call fails as ``QueueStoreError/Code/closed``. A second
  /// call has no effect.
  func close() async
}
