/// The numeric ids of one kind of resource, computed from an index and back without a table. Ranges
/// don't overlap, because iTunes looks up ids without knowing the kind.
struct IDSpace: Sendable {
  let base: Int
  let stride: Int
  /// The offset between the common ids and the ids of a storefront with its own ids.
  private static let storefrontShift = 1_000_000

  static let songs = IDSpace(base: 1_440_000_000, stride: 3)
  static let albums = IDSpace(base: 1_450_000_000, stride: 7)
  static let musicVideos = IDSpace(base: 1_460_000_000, stride: 5)
  static let artists = IDSpace(base: 180_000_000, stride: 11)
  static let recordLabels = IDSpace(base: 1_543_000_000, stride: 13)
  static let curators = IDSpace(base: 970_000_000, stride: 17)
  static let appleCurators = IDSpace(base: 976_000_000, stride: 19)
  static let activities = IDSpace(base: 977_000_000, stride: 23)

  /// Returns an id. `own` is the storefront with its own id, or `nil` for the common id.
  func id(_ index: Int, own: Storefront? = nil) -> Int {
    base + index * stride + (own.map { $0.index + 1 } ?? 0) * Self.storefrontShift
  }

  /// Decodes an id: the index, and the storefront if the id belongs to one.
  func index(of id: Int) -> (index: Int, own: Storefront?)? {
    // Nine digits suffice. A longer number must not overflow below.
    guard id >= base, id < base + (Storefront.all.count + 1) * Self.storefrontShift else {
      return nil
    }
    let shift = (id - base) / Self.storefrontShift
    let rest = (id - base) % Self.storefrontShift
    guard rest % stride == 0 else { return nil }
    return (rest / stride, shift == 0 ? nil : Storefront.all[shift - 1])
  }
}
