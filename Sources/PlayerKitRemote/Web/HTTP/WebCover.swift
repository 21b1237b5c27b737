import Foundation
import PlayerKit

/// Names of pictures in paths: those of entries, and of what a search found. No path names an address.
enum WebCover: Equatable, Sendable {
  case entry(EntryID)
  /// What a search found, by its number.
  case found(Int)

  /// The sides in pixels that a page may ask for.
  static let sizes = [96, 320, 640]

  /// The path of an entry's picture. It changes with the picture.
  static func path(of artwork: Artwork, entry: EntryID) -> String {
    "/cover/entry/\(entry)/\(UInt32(truncatingIfNeeded: artwork.hashValue))"
  }

  static func path(ofFound number: Int) -> String { "/cover/found/\(number)/0" }

  /// What a path names, and the size; `nil` where it names no picture.
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

/// The pictures of what was found lately, by numbers. The oldest are forgotten.
struct FoundCovers: Sendable {
  private var artworks: [Int: Artwork] = [:]
  private var last = 0
  private let limit: Int

  init(limit: Int = 2_000) {
    self.limit = limit
  }

  /// Keeps a picture; returns its number.
  mutating func keep(_ artwork: Artwork) -> Int {
    last += 1
    artworks[last] = artwork
    artworks[last - limit] = nil
    return last
  }

  /// The picture of this number; `nil` where it is forgotten, or never was.
  subscript(number: Int) -> Artwork? { artworks[number] }
}
