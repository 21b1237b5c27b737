import PlayerKit

extension Player {
  /// Waits until the status meets `condition`, or has met it since the call, with a time limit in
  /// real time. Does not move a ``ManualClock``.
  ///
  /// - Returns: The status that met the condition.
  /// - Throws: A ``WaitFailure`` that names `what`; `CancellationError`.
  @discardableResult
  public func wait(
    for what: String = "a status",
    timeout: Duration = .seconds(30),
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws -> PlayerStatus {
    try await waitUntil(what, in: updates(), timeout: timeout) { condition($0.status) }.status
  }
}

extension QueuePlayer {
  /// Waits until the status meets `condition`, or has met it since the call, with a time limit in
  /// real time. Does not move a ``ManualClock``.
  ///
  /// - Returns: The status that met the condition.
  /// - Throws: A ``WaitFailure`` that names `what`; `CancellationError`.
  @discardableResult
  public func wait(
    for what: String = "a status",
    timeout: Duration = .seconds(30),
    until condition: @escaping @Sendable (QueuePlayerStatus) -> Bool
  ) async throws -> QueuePlayerStatus {
    try await waitUntil(what, in: updates(), timeout: timeout) { condition($0.status) }.status
  }
}
