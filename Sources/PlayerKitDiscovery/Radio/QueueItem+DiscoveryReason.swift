import Foundation
import PlayerKit
import PlayerKitServices

extension QueueItem {
  /// The key of ``userInfo`` under which the reason stands, as JSON.
  public static let discoveryReasonKey = proposalKey

  /// An item that says why it was proposed. Stores keep that with the entry.
  public init(_ track: any Track, because reason: DiscoveryReason) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and lists of texts can always be written.
    let text = (try? encoder.encode(reason)).map { String(decoding: $0, as: UTF8.self) }
    self.init(track, userInfo: text.map { [Self.discoveryReasonKey: $0] } ?? [:])
  }

  /// Why it was proposed; `nil` of an item that was not.
  public var discoveryReason: DiscoveryReason? {
    guard let text = userInfo[Self.discoveryReasonKey] else { return nil }
    return try? JSONDecoder().decode(DiscoveryReason.self, from: Data(text.utf8))
  }
}

extension QueueEntry {
  /// Why it was proposed; `nil` of an entry that was not.
  public var discoveryReason: DiscoveryReason? { item.discoveryReason }
}
