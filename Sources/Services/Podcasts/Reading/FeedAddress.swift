import Foundation

/// Makes addresses of what feeds write. Pure.
enum FeedAddress {
  private static let longest = 8_000

  /// An address of a server; `nil` for whatever is none. White space around it does not count, nor do line
  /// breaks in it; blanks in it are encoded.
  ///
  /// - Parameter base: what a relative one counts from.
  static func url(_ text: String?, base: URL?) -> URL? {
    guard let text, text.utf8.count <= longest else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
    let scalars = trimmed.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let plain = String(String.UnicodeScalarView(scalars)).replacing(" ", with: "%20")
    guard !plain.isEmpty, let url = URL(string: plain, relativeTo: base)?.absoluteURL else {
      return nil
    }
    let leadsToServer =
      ["http", "https"].contains(url.scheme?.lowercased()) && url.host()?.isEmpty == false
    return leadsToServer ? url : nil
  }
}
