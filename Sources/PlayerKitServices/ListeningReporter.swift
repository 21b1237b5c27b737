import PlayerKit

/// Tells a service what is heard of its tracks, as a `ListeningRecorder` tells it.
///
/// ```swift
/// let recorder = ListeningRecorder(of: queue, rule: reporter.rule) { reporter.receive($0) }
/// ```
public protocol ListeningReporter: Sendable {
  /// When a play counts, as the service has it.
  var rule: ScrobbleRule { get }

  /// Takes in an event. Returns at once; events of others' tracks are passed over. Called in order.
  func receive(_ event: ListeningEvent)

  /// Waits until all that was taken in is told, or could not be. It is bounded in time.
  func finish() async
}
