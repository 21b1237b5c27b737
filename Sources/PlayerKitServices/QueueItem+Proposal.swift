import PlayerKit

extension QueueItem {
  /// The key of `userInfo` under which stands why it was proposed.
  package static let proposalKey = "playerkit.discovery.reason"

  /// Whether it was proposed, by a radio or a recommendation, and not chosen by the listener.
  package var isProposed: Bool { userInfo[Self.proposalKey] != nil }
}
