import Foundation
import PlayerKitSystem

/// Makes addresses of what feeds write. Pure.
enum FeedAddress {
  private static let longest = 8_000
  /// How long a whole address may be: each place of a feed may have one.
  private static let longestWhole = 4_000
  /// How long one may be that others count from.
  static let longestBase = 2_000

  /// An address of a server; `nil` for whatever is none. White space around it does not count, nor do line
  /// breaks in it; characters that a URL cannot hold are encoded.
  ///
  /// - Parameter base: what a relative one counts from.
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
