import Foundation
import PlayerKit

/// A picture named in a path, of an entry or of a search result. Paths never contain addresses.
enum WebCover: Equatable, Sendable {
  case entry(EntryID)
  /// The picture of a search result, by its number.
  case found(Int)

  /// The sizes in pixels that a page may request.
  static let sizes = [96, 320, 640]

  /// Returns the path of an entry's picture. It changes with the picture.
  static func path(of artwork: Artwork, entry: EntryID) -> String {
    "/cover/entry/\(entry)/\(UInt32(truncatingIfNeeded: artwork.hashValue))"
  }

  static func path(ofFound number: Int) -> String { "/cover/found/\(number)/0" }

  /// Parses a path into a picture and a size. `nil` if it names no picture.
  static func read(_ path: String) -> (cover: WebCover, size: Int)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.count == 5, parts.first == "cover", let size = parts.last.flatMap({ Int($0) }),
      sizes.contains(size)
    else { return nil }
    let (kind, name) = (parts[parts.startIndex + 1], parts[parts.startIndex + 2])
    switch kind {
    case "entry": return EntryID(String(name)).map { (.entry($0), size) }
    case "found": return Int(name).map { (.found($0), size) }
    default: return nil
    }
  }
}

/// The pictures of recent search results, by number. Old ones are dropped.
struct FoundCovers: Sendable {
  private var artworks: [Int: Artwork] = [:]
  private var last = 0
  private let limit: Int

  init(limit: Int = 2_000) {
    self.limit = limit
  }

  /// Stores a picture and returns its number.
  mutating func keep(_ artwork: Artwork) -> Int {
    last += 1
    artworks[last] = artwork
    artworks[last - limit] = nil
    return last
  }

  /// Returns the picture with this number. `nil` if it was dropped or never stored.
  subscript(number: Int) -> Artwork? { artworks[number] }
}
