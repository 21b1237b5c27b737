/// Which entries of a queue are looked into, for what is to be shown of them.
@nonexhaustive public enum QueueInspection: Sendable, Hashable {
  /// None.
  case off
  /// The current entry and the next one in play order. With a crossfade, or ``Loudness/Mode/auto``,
  /// the one behind, too: how the next stands on its album depends on that.
  case window
  /// Those, and all others whose media is a local file.
  case all
}

/// Names one question about the media of an entry.
package struct InspectionID: Hashable, Sendable {
  let number: Int
}

/// Who may be asked about an entry.
package enum InspectionScope: Int, Sendable, Comparable {
  /// Nobody: its local file is read.
  case files
  /// The server that it is played from, too.
  case itsServer
  /// Any server.
  case anyServer

  package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

extension InspectionPlace {
  /// What looking into it takes.
  var reach: InspectionScope {
    switch self {
    case .local: .files
    case .remote: .itsServer
    case .elsewhere: .anyServer
    }
  }
}

/// What came of looking into an entry.
package enum InspectionOutcome: Sendable {
  /// It is not to be looked into, or enough is known of it.
  case declined
  /// It takes more than may be asked now.
  case postponed(until: InspectionScope)
  case found(TrackMetadata)
  case failed(isRetryable: Bool)
}
