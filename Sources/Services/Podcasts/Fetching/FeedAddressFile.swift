import Foundation

/// Addresses of feeds in a file, one a line. What begins with `#` is a remark.
struct FeedAddressFile: Sendable {
  /// So many bytes are read.
  private static let largest = 1 << 20

  let path: String

  /// The address of a feed by its identity; `nil` where the file does not name it, or can't be read. The file
  /// is read each time: the user may add to it.
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
