import Foundation
import PlayerKitSystem

/// UUIDs derived from names (version 5, RFC 9562). Equal names give equal UUIDs, which do not
/// reveal the name.
enum NameUUID {
  /// The namespace of feeds in Podcasting 2.0.
  static let podcasts = "ead4c236-bf58-58c6-a2c6-a6b28d128cb6"

  /// Returns the UUID of a name in a namespace, in lowercase.
  static func text(of name: String, in space: String) -> String {
    let bytes = UUID(uuidString: space).map { withUnsafeBytes(of: $0.uuid) { Array($0) } }
    var digest = Array(SHA1.digest((bytes ?? Array(space.utf8)) + Array(name.utf8)).prefix(16))
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    let text = Hexadecimal.text(digest)
    var parts: [Substring] = []
    var rest = text[...]
    for count in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: "-")
  }
}
