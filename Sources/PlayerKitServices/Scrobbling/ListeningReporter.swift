import PlayerKit

/// Reports the user's listening to a service, from the events of a `ListeningRecorder`.
///
/// ```swift
/// let recorder = ListeningRecorder(of: queue, rule: reporter.rule) { reporter.receive($0) }
/// ```
public protocol ListeningReporter: Sendable {
  /// When a play counts for the service.
  var rule: ScrobbleRule { get }

  /// Receives an event. Returns at once. Ignores events of other services' tracks. Called in order.
  func receive(_ event: ListeningEvent)

  /// Waits until all received events have been reported or have failed. The wait is bounded.
  func finish() async
}
