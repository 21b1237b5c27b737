import PlayerKit
import PlayerKitSystem

/// The error of an unsuccessful wait.
public enum WaitFailure: Error, Equatable, CustomStringConvertible {
  /// The time limit passed; `lastSeen` describes the last element.
  case timedOut(what: String, limit: Duration, lastSeen: String)
  /// The sequence ended; `lastSeen` describes the last element.
  case sequenceEnded(what: String, lastSeen: String)

  /// The awaited event, and the last element seen.
  public var description: String {
    switch self {
    case .timedOut(let what, let limit, let lastSeen):
      "waited \(limit) for \(what); last seen: \(lastSeen)"
    case .sequenceEnded(let what, let lastSeen):
      "the sequence ended before \(what); last seen: \(lastSeen)"
    }
  }
}

/// Waits for an element of `sequence` that meets `condition`. Does not poll.
///
/// - Parameters:
///   - sequence: The sequence, which must not have been read yet.
///   - condition: The condition. An error that it throws ends the wait.
///   - what: The name of the awaited event, for the error.
///   - timeout: The time limit in real time, reached only if something is broken.
/// - Returns: The element.
/// - Throws: ``WaitFailure``, an error of the sequence, or `CancellationError`. The sequence must
///   respond to cancellation, as `AsyncStream` does. Otherwise the time limit has no effect.
@discardableResult
public func waitUntil<Source: AsyncSequence & Sendable>(
  _ what: String,
  in sequence: Source,
  timeout: Duration = .seconds(30),
  _ condition: @escaping @Sendable (Source.Element) throws -> Bool
) async throws -> Source.Element where Source.Element: Sendable {
  let lastSeen = LastSeen()
  return try await withThrowingTaskGroup(of: Source.Element?.self) { group in
    group.addTask {
      for try await element in sequence {
        if try condition(element) { return element }
        lastSeen.element = element
      }
      try Task.checkCancellation()
      throw WaitFailure.sequenceEnded(what: what, lastSeen: lastSeen.description)
    }
    group.addTask {
      try await SystemPlaybackClock().sleep(for: timeout)
      return nil
    }
    defer { group.cancelAll() }
    guard let found = try await group.next() ?? nil else {
      throw WaitFailure.timedOut(what: what, limit: timeout, lastSeen: lastSeen.description)
    }
    return found
  }
}

/// Keeps the last value across the tasks of a wait, to describe it if the wait fails.
private final class LastSeen: Sendable, CustomStringConvertible {
  private let stored = Locked<(any Sendable)?>(nil)

  var element: (any Sendable)? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  var description: String {
    element.map { String(describing: $0) } ?? "nothing"
  }
}
