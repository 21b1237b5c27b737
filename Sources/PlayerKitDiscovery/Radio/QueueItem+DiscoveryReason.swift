import Foundation
import PlayerKit
import PlayerKitServices

extension QueueItem {
  /// The key of `userInfo` for the reason, as JSON.
  public static let discoveryReasonKey = proposalKey

  /// Makes an item with the reason of its proposal. Stores keep the reason with the entry.
  public init(_ track: any Track, because reason: DiscoveryReason) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and lists of strings can always be encoded.
    let text = (try? encoder.encode(reason)).map { String(decoding: $0, as: UTF8.self) }
    self.init(track, userInfo: text.map { [Self.discoveryReasonKey: $0] } ?? [:])
  }

  /// The reason of the proposal. `nil` if the item was not proposed.
  public var discoveryReason: DiscoveryReason? {
    guard let text = userInfo[Self.discoveryReasonKey] else { return nil }
    return try? JSONDecoder().decode(DiscoveryReason.self, from: Data(text.utf8))
  }
}

extension QueueEntry {
  /// The reason of the proposal. `nil` if the entry was not proposed.
  public var discoveryReason: DiscoveryReason? { item.discoveryReason }
}
