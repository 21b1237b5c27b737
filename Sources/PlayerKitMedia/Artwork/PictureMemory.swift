import PlayerKit

/// Keeps pictures up to a number of bytes; the least recently used goes first. Pure.
struct PictureMemory: Sendable {
  private struct Item {
    let image: ArtworkImage
    /// The size for which it was requested.
    let pixels: Int
    var turn: UInt64
  }

  private let limit: Int
  private var items: [ArtworkPlace: Item] = [:]
  private var turn: UInt64 = 0
  private(set) var byteCount = 0

  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  /// Returns a picture of at least the requested size, or the largest available.
  mutating func image(for request: ArtworkRequest) -> ArtworkImage? {
    guard let item = items[request.place],
      item.pixels >= request.pixels || item.image.size >= request.pixels
    else { return nil }
    turn += 1
    items[request.place]?.turn = turn
    return item.image
  }

  /// Keeps a picture, unless it alone exceeds the limit.
  mutating func keep(_ image: ArtworkImage, for request: ArtworkRequest) {
    remove(request.place)
    guard image.data.count <= limit else { return }
    turn += 1
    items[request.place] = Item(image: image, pixels: request.pixels, turn: turn)
    byteCount += image.data.count
    while byteCount > limit, let oldest = items.min(by: { $0.value.turn < $1.value.turn }) {
      remove(oldest.key)
    }
  }

  mutating func removeAll() {
    items = [:]
    byteCount = 0
  }

  private mutating func remove(_ place: ArtworkPlace) {
    guard let item = items.removeValue(forKey: place) else { return }
    byteCount -= item.image.data.count
  }
}
