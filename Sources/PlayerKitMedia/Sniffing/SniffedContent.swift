import PlayerKitPlaylists

/// What the first bytes of a source say that it is, whatever its name and its type.
package enum SniffedContent: Sendable, Equatable {
  /// Audio, or something that only libmpv can tell.
  case media
  /// A playlist of HLS: its parts are one media.
  case hls
  /// A list that names other media.
  case list

  /// As many of the first bytes are looked at.
  package static let enough = 4_096

  /// - Parameters:
  ///   - head: the first bytes.
  ///   - isAll: whether there are no others, or no others are wanted.
  ///   - named: the format of lists that name or type claim.
  /// - Returns: `nil` where more of them have to be seen.
  package init?(_ head: some Sequence<UInt8>, isAll: Bool, named: PlaylistFormat? = nil) {
    let head = Array(head.prefix(Self.enough))
    var text = head[...]
    let isEnough = isAll || text.count == Self.enough
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard text.starts(with: Self.mark.prefix(text.count)) else {
      self.init(other: head, isAll: isAll, named: named)
      return
    }
    if text.count >= Self.mark.count, Self.hasTag(text) {
      self = .hls
    } else if isEnough {
      self = text.count >= Self.mark.count || named != nil ? .list : .media
    } else {
      return nil
    }
  }

  /// What begins with no mark of M3U.
  private init?(other head: [UInt8], isAll: Bool, named: PlaylistFormat?) {
    // Of media the first bytes say that they are no text. So it waits for no others.
    guard PlaylistFormat.mayBegin(with: head, named: named) else {
      self = .media
      return
    }
    guard isAll || head.count >= PlaylistFormat.enough else { return nil }
    self = PlaylistFormat(head: head, named: named) == nil ? .media : .list
  }

  private static let mark = Array("#EXTM3U".utf8)
  private static let tag = Array("#EXT-X-".utf8)

  /// Whether a line begins with a tag of HLS.
  private static func hasTag(_ text: ArraySlice<UInt8>) -> Bool {
    text.split { $0 == 0x0A || $0 == 0x0D }
      .contains { line in line.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: tag) }
  }
}
