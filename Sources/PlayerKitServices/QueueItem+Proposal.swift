import PlayerKit

extension QueueItem {
  /// The key of `userInfo` with the reason for the recommendation.
  package static let proposalKey = "playerkit.discovery.reason"

  /// Whether a radio or a recommendation added the item, rather than the listener.
  package var isProposed: Bool { userInfo[Self.proposalKey] != nil }
}
