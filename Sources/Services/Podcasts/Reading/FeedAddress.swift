import Foundation
import PlayerKitSystem

/// Parses the addresses in feeds. Pure.
enum FeedAddress {
  private static let longest = 8_000
  /// The maximum length of a resolved address, because every part of a feed may have one.
  private static let longestWhole = 4_000
  /// The maximum length of a base address.
  static let longestBase = 2_000

  /// Returns the address of a server, or else `nil`. Ignores surrounding white space and line
  /// breaks, and encodes characters that a URL cannot hold.
  ///
  /// - Parameter base: The base for a relative address.
  static func url(_ text: String?, base: URL?, longest whole: Int = longestWhole) -> URL? {
    guard let text, text.utf8.count <= longest else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
    let scalars = trimmed.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let plain = String(String.UnicodeScalarView(scalars))
    guard !plain.isEmpty, let url = WebAddress.url(plain, relativeTo: base) else {
      return nil
    }
    guard url.absoluteString.utf8.count <= whole else { return nil }
    let leadsToServer =
      ["http", "https"].contains(url.scheme?.lowercased()) && url.host()?.isEmpty == false
    return leadsToServer ? url : nil
  }
}
