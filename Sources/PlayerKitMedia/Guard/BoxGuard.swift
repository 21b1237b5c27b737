import PlayerKit

/// Follows the top-level boxes of an MP4, and checks those that libavformat reads before it gets
/// them.
///
/// Other media has no such boxes: bytes that resemble one have a length that leads far away.
struct BoxGuard {
  /// What to do with the box at ``next``.
  enum Step {
    /// Its header is incomplete.
    case needsMore
    /// libavformat skips it, and ``next`` is after it.
    case passed
    /// It must be checked in one piece, which ends here.
    case needs(until: Int64)
  }

  /// The maximum number of header bytes that are examined.
  static let headLength = MP4BoxHeader.maxLength
  /// The maximum length of a checked box, which includes the artwork in an index.
  private static let maxLength: Int64 = 64 << 20
  /// How many packets fragments may have in addition to one per byte.
  private static let sparePackets: UInt64 = 1 << 20

  /// The start of the next box.
  private(set) var next: Int64 = 0
  private var fragmentPackets: UInt64 = 0

  /// - Parameters:
  ///   - head: the first bytes of the box at ``next``.
  ///   - isAll: whether the media ends after them.
  mutating func look(at head: ArraySlice<UInt8>, isAll: Bool) throws(PlayerError) -> Step {
    guard head.count >= Self.headLength || isAll else { return .needsMore }
    if let tag = ID3TagHeader(head) { return pass(tag.tagLength) }
    guard let header = MP4BoxHeader(head) else { return pass(nil) }
    let rest = UInt64(Int64.max - next)
    let length = header.boxLength ?? rest
    guard length <= rest else { return pass(nil) }
    guard Self.isRead(header.kind, head) else { return pass(Int64(length)) }
    return .needs(until: next + min(Int64(length), Self.maxLength))
  }

  private mutating func pass(_ length: Int64?) -> Step {
    next = length.map { next + $0 } ?? .max
    return .passed
  }

  /// Returns whether libavformat reads the content of a box.
  private static func isRead(_ kind: String, _ head: ArraySlice<UInt8>) -> Bool {
    if read.contains(kind) { return true }
    // Some writers rename an index.
    return (kind == "free" || kind == "hoov")
      && (head.has("mvhd", at: 12) || head.has("cmov", at: 12))
  }

  private static let read: Set<String> = [
    "moov", "moof", "trak", "mdia", "minf", "stbl", "edts", "udta", "meta", "mvex", "traf", "dinf",
    "tref", "sinf", "schi", "wave", "ilst", "cmov", "stsz", "stz2", "stsc", "stts", "stss", "stco",
    "co64", "ctts", "elst", "hdlr", "keys", "trun", "saiz", "saio", "sbgp", "senc", "sgpd",
  ]

  /// Checks the box at ``next``, and hides the names in it that libavformat may not read.
  ///
  /// - Parameters:
  ///   - held: the bytes that start with it.
  ///   - end: where it ends.
  ///   - mediaSize: the length of the media, if known.
  /// - Returns: the names that may be read; `nil` if none had to be hidden.
  mutating func check(
    _ held: inout HeldBytes,
    until end: Int64,
    mediaSize: Int64?
  ) throws(PlayerError) -> Set<Int64>? {
    guard end - next < Self.maxLength else { throw Self.tooLarge }
    let limits = MP4Index.Limits.playing(mediaSize: mediaSize, indexSize: end - next)
    var allowed: Set<Int64> = []
    switch held.kind(at: next) {
    case "moov":
      let index = MP4Index(held.part(next..<end), from: next, limits: limits)
      guard !index.isCut else { throw Self.tooLarge }
      allowed = index.allowed
    case "moof":
      var index = MP4Index(fragments: held.part(next..<end), limits: limits)
      guard let packets = index.readFragment(at: next) else { throw Self.tooLarge }
      allowed = index.allowed
      fragmentPackets += packets
      guard fragmentPackets <= Self.sparePackets + UInt64(end) else { throw Self.tooLarge }
    default: break
    }
    let box = next..<end
    next = end
    return held.hide(allBut: allowed, in: box) ? allowed : nil
  }

  private static let tooLarge = PlayerError(
    .unsupportedFormat,
    "The index of the media has more packets than the media can hold."
  )
}

extension HeldBytes {
  fileprivate func kind(at place: Int64) -> String? {
    bytes(at: place + 4, count: 4)[...].fourCharacters(at: 0)
  }
}
