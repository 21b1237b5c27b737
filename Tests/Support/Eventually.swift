/// Waits until `condition` holds of something that does not tell of its changes, with a limit in
/// real time that is reached only where something is broken.
package func eventually(
  _ what: String,
  limit: Duration = .seconds(30),
  _ condition: () async -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while !(await condition()) {
    guard ContinuousClock.now < end else { throw NeverHappened(what: what) }
    try await Task.sleep(for: .milliseconds(1))
  }
}

/// What a test waited for, or took for granted, in vain.
package struct NeverHappened: Error {
  package let what: String
  package init(what: String) { self.what = what }
}
