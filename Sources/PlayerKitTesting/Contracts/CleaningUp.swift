/// Runs a check, then cleans up, also where the check failed.
func cleaningUp(
  by cleanUp: () async -> Void,
  after check: () async throws -> Void
) async throws {
  let outcome: Result<Void, any Error>
  do {
    outcome = .success(try await check())
  } catch {
    outcome = .failure(error)
  }
  await cleanUp()
  try outcome.get()
}
