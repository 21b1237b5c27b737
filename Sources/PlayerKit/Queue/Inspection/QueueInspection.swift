/// Which entries of a queue are looked into, for what is to be shown of them.
@nonexhaustive public enum QueueInspection: Sendable, Hashable {
  /// None.
  case off
  /// The current entry and the next one in play order. With a crossfade, or ``Loudness/Mode/auto``, the one
  /// behind, too: how the next stands on its album depends on that.
  case window
  /// Those, and all others whose media is a local file.
  case all
}

/// Names one question about the media of an entry.
package struct InspectionID: Hashable, Sendable {
  let number: Int
}

/// What came of looking into an entry.
package enum InspectionOutcome: Sendable {
  /// It is not to be looked into, or enough is known of it.
  case declined
  /// Its media is at a server, and the entry is not open yet.
  case postponed
  case found(TrackMetadata)
  case failed(isRetryable: Bool)
}
