/// What one input of the playback state machine causes.
package struct PlaybackStep: Sendable {
  /// What to tell observers, in this order.
  package var changes: [PlaybackChange] = []
  /// What the driver is to do, in this order.
  package var commands: [PlaybackCommand] = []

  package init() {}
}
