import Foundation
import PlayerKitSystem

/// The address and identity of a feed.
struct FeedPlace: Sendable {
  var url: URL
  let id: String
  let isPrivate: Bool?
  var reach: NetworkScope

  init(url: URL, id: String?, isPrivate: Bool?, reach: NetworkScope) {
    self.url = url
    self.id = id ?? PodcastFeed.id(of: url)
    self.isPrivate = isPrivate
    self.reach = reach
  }
}

extension PodcastFeed {
  /// Whether a feed may announce this move. A feed on the Internet must stay there, and a feed must
  /// not move from https to an unencrypted connection.
  static func mayMove(from old: URL, to new: URL, leadsAnywhere: Bool) -> Bool {
    let isPrivate = new.scheme?.lowercased() == "https" || old.scheme?.lowercased() != "https"
    return isPrivate && (leadsAnywhere || NetworkScope.mayBePublic(new))
  }

  /// Returns the reach of the addresses in it.
  func addressReach(_ own: NetworkScope) -> NetworkScope { leadsAnywhere ? own : .publicAlone }
}
