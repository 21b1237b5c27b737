/// Waits until `condition` holds, for code that does not report its changes. The limit is reached
/// only if something is broken.
package func eventually(
  _ what: String,
  limit: Duration = .seconds(60),
  _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while !(try await condition()) {
    guard ContinuousClock.now < end else { throw NeverHappened(what: what) }
    try await Task.sleep(for: .milliseconds(1))
  }
}

/// The condition that a test waited for in vain.
package struct NeverHappened: Error {
  package let what: String
  package init(what: String) { self.what = what }
}
