import PlayerKitPlaylists

/// The first bytes of a resource, as needed to tell media from lists, which are not cached.
struct FirstBytes {
  /// All bytes from the start, until ``content`` is known.
  private(set) var bytes: [UInt8] = []
  /// The kind of content; `nil` if not known yet.
  private(set) var content: SniffedContent?

  /// - Parameters:
  ///   - piece: the bytes at `offset`; empty at the end.
  ///   - named: the list format that the name or type claims.
  mutating func add(_ piece: UnsafeRawBufferPointer, at offset: Int64, named: PlaylistFormat?) {
    guard content == nil, offset == Int64(bytes.count) else { return }
    bytes += piece
    content = SniffedContent(bytes, isAll: piece.isEmpty, named: named)
  }
}
