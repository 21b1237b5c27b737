import PlayerKitPlaylists

/// The kind of a source, detected by its first bytes, regardless of its name and type.
package enum SniffedContent: Sendable, Equatable {
  /// Audio, or something that only libmpv can identify.
  case media
  /// An HLS playlist: its parts form one piece of media.
  case hls
  /// A list of other media.
  case list

  /// The number of first bytes that are examined.
  package static let enough = 4_096

  /// - Parameters:
  ///   - head: the first bytes.
  ///   - isAll: whether there are no more bytes, or no more are wanted.
  ///   - named: the list format that the name or type claims.
  /// - Returns: `nil` if more bytes are needed.
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

  /// Detects content without an M3U signature.
  private init?(other head: [UInt8], isAll: Bool, named: PlaylistFormat?) {
    // The first bytes of media show that it is not text, so it need not wait for more.
    guard PlaylistFormat.mayBegin(with: head, named: named) else {
      self = .media
      return
    }
    guard isAll || head.count >= PlaylistFormat.enough else { return nil }
    self = PlaylistFormat(head: head, named: named) == nil ? .media : .list
  }

  private static let mark = Array("#EXTM3U".utf8)
  private static let tag = Array("#EXT-X-".utf8)

  /// Returns whether a line starts with an HLS tag.
  private static func hasTag(_ text: ArraySlice<UInt8>) -> Bool {
    text.split { $0 == 0x0A || $0 == 0x0D }
      .contains { line in line.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: tag) }
  }
}
