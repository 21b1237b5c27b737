import PlayerKit

extension PlaybackClock {
  /// Returns the result of `body` if it arrives within a time on this clock.
  ///
  /// - Throws: `CatalogError` with the code `timedOut` after that time; any error of `body`.
  package func within<Value: Sendable>(
    _ time: Duration,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await self.sleep(for: time)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else {
        throw CatalogError.timedOut
      }
      return value
    }
  }
}
