import PlayerKit

extension Player {
  /// Waits until `condition` holds of the status, or has held since the call, with a limit in real
  /// time. Moves no ``ManualClock``.
  ///
  /// - Returns: the status for which it held.
  /// - Throws: ``WaitFailure`` that names `what`; `CancellationError`.
  @discardableResult
  public func wait(
    for what: String = "a status",
    timeout: Duration = .seconds(10),
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws -> PlayerStatus {
    try await waitUntil(what, in: updates(), timeout: timeout) { condition($0.status) }.status
  }
}

extension QueuePlayer {
  /// Waits until `condition` holds of the status, or has held since the call, with a limit in real
  /// time. Moves no ``ManualClock``.
  ///
  /// - Returns: the status for which it held.
  /// - Throws: ``WaitFailure`` that names `what`; `CancellationError`.
  @discardableResult
  public func wait(
    for what: String = "a status",
    timeout: Duration = .seconds(10),
    until condition: @escaping @Sendable (QueuePlayerStatus) -> Bool
  ) async throws -> QueuePlayerStatus {
    try await waitUntil(what, in: updates(), timeout: timeout) { condition($0.status) }.status
  }
}
