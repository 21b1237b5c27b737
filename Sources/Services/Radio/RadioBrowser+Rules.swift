import Foundation
import PlayerKitHTTP
import PlayerKitSystem

extension RadioBrowser {
  /// Whether a text has the form of a UUID.
  static func isID(_ text: String) -> Bool {
    text.utf8.count == 36 && UUID(uuidString: text) != nil
  }

  /// Whether a host name may belong to a server on the Internet.
  static func mayBePublic(_ url: URL) -> Bool {
    NetworkScope.publicAfterRedirect.ofUnknownServer(at: url) == .publicAlone
  }
}
