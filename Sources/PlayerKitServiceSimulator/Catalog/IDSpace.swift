/// The numbers of one kind of resource: what the services call ids, made from an index and back without
/// a table. Spaces do not overlap, since iTunes looks up ids without being told the kind.
struct IDSpace: Sendable {
  let base: Int
  let stride: Int
  /// How far the ids of a storefront that has its own lie from the common ones.
  private static let storefrontShift = 1_000_000

  static let songs = IDSpace(base: 1_440_000_000, stride: 3)
  static let albums = IDSpace(base: 1_450_000_000, stride: 7)
  static let musicVideos = IDSpace(base: 1_460_000_000, stride: 5)
  static let artists = IDSpace(base: 180_000_000, stride: 11)
  static let recordLabels = IDSpace(base: 1_543_000_000, stride: 13)
  static let curators = IDSpace(base: 970_000_000, stride: 17)
  static let appleCurators = IDSpace(base: 976_000_000, stride: 19)
  static let activities = IDSpace(base: 977_000_000, stride: 23)

  /// `own` is the storefront that has an id of its own, nil for the common id.
  func id(_ index: Int, own: Storefront? = nil) -> Int {
    base + index * stride + (own.map { $0.index + 1 } ?? 0) * Self.storefrontShift
  }

  /// What an id means: the index, and the storefront where it is one of a storefront's own.
  func index(of id: Int) -> (index: Int, own: Storefront?)? {
    // Nine digits suffice; a longer number must not overflow below.
    guard id >= base, id < base + (Storefront.all.count + 1) * Self.storefrontShift else {
      return nil
    }
    let shift = (id - base) / Self.storefrontShift
    let rest = (id - base) % Self.storefrontShift
    guard rest % stride == 0 else { return nil }
    return (rest / stride, shift == 0 ? nil : Storefront.all[shift - 1])
  }
}
