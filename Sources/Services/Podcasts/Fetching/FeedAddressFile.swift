import Foundation

/// A file with one feed address per line. A `#` starts a comment line.
struct FeedAddressFile: Sendable {
  /// The maximum number of bytes to read.
  private static let largest = 1 << 20

  let path: String

  /// Returns the address of a feed by its id; `nil` if the file does not list it or cannot be read.
  /// Reads the file each time, because the user may edit it.
  func address(of id: String) -> URL? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    let data = (try? file.read(upToCount: Self.largest)) ?? Data()
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }
      .lazy.compactMap { FeedAddress.url(String($0), base: nil) }
      .first { PodcastFeed.id(of: $0) == id }
  }
}
