/// Which entries of a queue are inspected for metadata.
@nonexhaustive public enum QueueInspection: Sendable, Hashable {
  /// None.
  case off
  /// The current entry and the next one in play order. With a crossfade or ``Loudness/Mode/auto``,
  /// also the one after that, because the next entry's album context depends on it.
  case window
  /// Those entries, and all others whose media is a local file.
  case all
}

/// Identifies an inspection of an entry's media.
package struct InspectionID: Hashable, Sendable {
  let number: Int
}

/// Which servers may be contacted to inspect an entry.
package enum InspectionScope: Int, Sendable, Comparable {
  /// None; only the entry's local file is read.
  case files
  /// Also the server that the entry plays from.
  case itsServer
  /// Any server.
  case anyServer

  package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

extension InspectionPlace {
  /// The scope that an inspection needs.
  var reach: InspectionScope {
    switch self {
    case .local: .files
    case .remote: .itsServer
    case .elsewhere: .anyServer
    }
  }
}

/// The outcome of an inspection.
package enum InspectionOutcome: Sendable {
  /// The entry must not be inspected, or enough is known of it.
  case declined
  /// The inspection needs a larger scope than is allowed now.
  case postponed(until: InspectionScope)
  case found(TrackMetadata)
  case failed(isRetryable: Bool)
}
