/// What clients fetch beside the answers: previews and pictures.
extension InventedCatalog {
  /// Which preview a song has: the number of its recording, nil where no answer gives a URL.
  func previewNumber(song index: Int) -> Int? {
    songs[index].preview == .usual ? songs[index].recording : nil
  }

  /// Below the base of the media, e.g. `previews/17-1440000051.m4a`.
  func previewPath(song index: Int, in storefront: Storefront) -> String? {
    previewNumber(song: index).map { "previews/\($0)-\(id(song: index, in: storefront)).m4a" }
  }

  /// A picture of a thing: the same thing always has the same.
  func artwork(_ kind: ArtworkKind, _ index: Int) -> Artwork {
    var numbers = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: kind.rawValue << 32 + index))
    return Artwork(kind: kind, &numbers)
  }
}

/// What a picture shows.
enum ArtworkKind: Int, Sendable {
  case album = 1
  case artist, musicVideo, playlist, station, group
}

/// A picture by its template.
struct Artwork: Sendable {
  /// Below the base of the media, without the last component: `artwork/Music125/v4/…/190.jpg`.
  let path: String
  let width: Int
  let height: Int
  /// Background and four colors of text, hexadecimal without `#`. Empty where there are none.
  let colors: [String]
  /// Whether the template has places for crop and format too.
  let isNewForm: Bool

  init(kind: ArtworkKind, _ numbers: inout SplitMix64) {
    let token = String(numbers.next() | 1 << 63, radix: 16)
    let folder = [
      "", "Music125", "Features116", "Video211", "Features126", "Features221", "Source",
    ]
    path = "artwork/\(folder[kind.rawValue])/v4/\(token.prefix(2))/\(token.dropFirst(2)).jpg"
    let side = [1_400, 2_400, 3_000, 600][numbers.below(4)]
    switch kind {
    case .musicVideo: (width, height) = (1_920, 1_080)
    case .station, .group: (width, height) = (4_320, 1_080)
    case .album, .artist, .playlist: (width, height) = (side, side)
    }
    isNewForm = kind == .artist || numbers.oneIn(4)
    let plain = numbers.oneIn(8)
    colors =
      plain
      ? [] : (0..<5).map { _ in String(String(numbers.next() | 1 << 63, radix: 16).suffix(6)) }
  }

  /// The template with its places in braces.
  func template(base: String) -> String {
    "\(base)/\(path)/" + (isNewForm ? "{w}x{h}{c}.{f}" : "{w}x{h}bb.jpg")
  }

  /// One size of it.
  func url(base: String, size: Int) -> String {
    "\(base)/\(path)/\(size)x\(size)bb.jpg"
  }
}
