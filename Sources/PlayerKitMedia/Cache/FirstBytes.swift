import PlayerKitPlaylists

/// What comes first of a resource, as far as it is needed to tell media from lists: those are not kept.
struct FirstBytes {
  /// All from the beginning on, until ``content`` is known.
  private(set) var bytes: [UInt8] = []
  /// `nil`: not known yet.
  private(set) var content: SniffedContent?

  /// - Parameters:
  ///   - piece: what stands at `offset`; empty: there is no more.
  ///   - named: the format of lists that name or type claim.
  mutating func add(_ piece: UnsafeRawBufferPointer, at offset: Int64, named: PlaylistFormat?) {
    guard content == nil, offset == Int64(bytes.count) else { return }
    bytes += piece
    content = SniffedContent(bytes, isAll: piece.isEmpty, named: named)
  }
}
