import PlayerKit

/// Holds pictures up to a number of bytes; the one that was wanted longest ago goes first. Pure.
struct PictureMemory: Sendable {
  private struct Item {
    let image: ArtworkImage
    /// For what size it was given out.
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

  /// A picture of at least that size, or of the largest there is.
  mutating func image(for wish: ArtworkWish) -> ArtworkImage? {
    guard let item = items[wish.place],
      item.pixels >= wish.pixels || item.image.size >= wish.pixels
    else { return nil }
    turn += 1
    items[wish.place]?.turn = turn
    return item.image
  }

  /// One that alone has no room is not held.
  mutating func keep(_ image: ArtworkImage, for wish: ArtworkWish) {
    remove(wish.place)
    guard image.data.count <= limit else { return }
    turn += 1
    items[wish.place] = Item(image: image, pixels: wish.pixels, turn: turn)
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
