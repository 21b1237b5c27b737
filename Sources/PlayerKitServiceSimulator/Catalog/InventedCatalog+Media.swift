/// Media that clients fetch separately: previews and pictures.
extension InventedCatalog {
  /// The number of a song's preview, which is its recording's index, or `nil` if no response
  /// contains a URL.
  func previewNumber(song index: Int) -> Int? {
    songs[index].preview == .usual ? songs[index].recording : nil
  }

  /// The path below the media base, e.g. `previews/17-1440000051.m4a`.
  func previewPath(song index: Int, in storefront: Storefront) -> String? {
    previewNumber(song: index).map { "previews/\($0)-\(id(song: index, in: storefront)).m4a" }
  }

  /// The picture of a resource, always the same for the same resource.
  func artwork(_ kind: ArtworkKind, _ index: Int) -> Artwork {
    var numbers = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: kind.rawValue << 32 + index))
    return Artwork(kind: kind, &numbers)
  }
}

/// The subject of a picture.
enum ArtworkKind: Int, Sendable {
  case album = 1
  case artist, musicVideo, playlist, station, group
}

/// A picture with a template for its address.
struct Artwork: Sendable {
  /// The path below the media base, without the last component: `artwork/Music125/v4/…/190.jpg`.
  let path: String
  let width: Int
  let height: Int
  /// The background and four text colors, in hexadecimal without `#`. Empty if there are none.
  let colors: [String]
  /// Whether the template also has placeholders for crop and format.
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

  /// The template with its placeholders in braces.
  func template(base: String) -> String {
    "\(base)/\(path)/" + (isNewForm ? "{w}x{h}{c}.{f}" : "{w}x{h}bb.jpg")
  }

  /// The address of one size.
  func url(base: String, size: Int) -> String {
    "\(base)/\(path)/\(size)x\(size)bb.jpg"
  }
}
