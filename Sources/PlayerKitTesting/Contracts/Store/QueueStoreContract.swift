import PlayerKit

/// The contract of ``PlayerKit/QueueStore``, as checks that any test framework can run. See
/// ``BackendContract`` for an example.
public enum QueueStoreContract {
  /// One requirement of the contract.
  public typealias Check = ContractCheck<any QueueStoreHarness>

  /// All checks.
  public static let checks: [Check] = keeping + changing + refusing + surviving
}

extension ContractCheck where Harness == any QueueStoreHarness {
  init(_ description: String, _ body: @escaping @Sendable (QueueStoreFixture) async throws -> Void)
  {
    self.init(description: description) { harness in
      let fixture = QueueStoreFixture(harness: harness)
      try await cleaningUp(by: harness.cleanUp) { try await body(fixture) }
    }
  }
}

/// Makes stores for a check and verifies their content.
struct QueueStoreFixture: Sendable {
  let harness: any QueueStoreHarness

  func makeStore() async throws -> any QueueStore {
    try await harness.makeStore()
  }

  /// Makes a store and writes a complete queue to it.
  func makeStore(keeping queue: SampleQueue) async throws -> any QueueStore {
    let store = try await makeStore()
    try await store.write(queue.complete)
    return store
  }

  /// Closes a store and opens another one at the same location, as a new process would.
  func reopen(_ store: any QueueStore) async throws -> any QueueStore {
    await store.close()
    return try await harness.makeStore()
  }

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw ContractViolation(message()) }
  }

  func expectKept(_ queue: SampleQueue, by store: any QueueStore) async throws {
    let kept = try await store.restore()
    let expected = try queue.stored()
    guard kept != expected else { return }
    throw ContractViolation(
      """
      restored \(kept?.entries.map(\.id) ?? []), playing \(kept?.playOrder ?? []), \
      \(kept.map { "\($0.state)" } ?? "nothing") instead of \(expected.entries.map(\.id)), \
      playing \(expected.playOrder), \(expected.state)
      """
    )
  }

  func expectRefusal(
    as code: QueueStoreError.Code,
    _ what: String,
    _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let error as QueueStoreError {
      try expect(error.code == code, "\(what): refused as \(error) instead of \(code.rawValue)")
      return
    }
    throw ContractViolation("\(what): not refused")
  }
}
