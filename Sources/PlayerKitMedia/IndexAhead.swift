import PlayerKit

/// Reads the index of an MP4 file ahead, where it lies behind the media: libmpv needs it before the
/// first sample, and over http that is one more answer to wait for. And a file that was cut before its
/// index is known for one that can't be opened.
enum IndexAhead {
  /// Less than that away, it comes with the first bytes anyway.
  private static let near: Int64 = 512 << 10
  /// How many of the first bytes are waited for before; what is under way of them then is lost. Less
  /// than half of them, or the reader asks for more.
  private static let beginning: Int64 = 240 << 10
  private static let pieceLength = 64 << 10
  /// How many boxes are gone after; each may be one more request.
  private static let mostJumps = 6

  /// Reads the index of a media whose stream stands behind `head`, and goes back there. That it can't
  /// is no failure: libmpv will find out itself.
  ///
  /// - Returns: where the stream stands then, and whether it is a file that ought to have an index
  ///   and was cut before it: libmpv can't open that.
  static func read(
    from stream: any ByteStream,
    _ head: [UInt8]
  ) -> (offset: Int64, lacksIndex: Bool) {
    let home = Int64(head.count)
    var finder = MP4IndexFinder()
    let isThere = head.withUnsafeBytes { finder.consume($0, at: 0) } != nil
    guard !isThere, !finder.isDone, stream.isSeekable else { return (home, false) }
    var offset = home
    do throws(PlayerError) {
      try follow(&finder, stream, &offset)
      if offset != home { try stream.seek(to: home) }
      return (home, finder.isBehind(stream.size))
    } catch {
      return (offset, false)
    }
  }

  private static func follow(
    _ finder: inout MP4IndexFinder,
    _ stream: any ByteStream,
    _ offset: inout Int64
  ) throws(PlayerError) {
    var jumps = 0
    var piece = [UInt8](repeating: 0, count: pieceLength)
    while let wanted = finder.wanted, wanted >= near || !finder.isInIndex {
      if wanted >= near { try wait(stream, &offset, &piece) }
      if wanted != offset {
        jumps += 1
        guard jumps <= mostJumps, stream.size.map({ wanted < $0 }) ?? true else { return }
        try stream.seek(to: wanted)
        offset = wanted
      }
      let count = try stream.read(into: &piece)
      let isFound = piece.withUnsafeBytes { bytes in
        finder.consume(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), at: offset) != nil
      }
      offset += Int64(count)
      if isFound || count <= 0 { return }
    }
  }

  /// Reads on until enough of the first bytes is here.
  private static func wait(
    _ stream: any ByteStream,
    _ offset: inout Int64,
    _ piece: inout [UInt8]
  ) throws(PlayerError) {
    while offset < beginning {
      let count = try stream.read(into: &piece)
      if count <= 0 { return }
      offset += Int64(count)
    }
  }
}

extension MP4IndexFinder {
  /// Whether what is looked for would begin where the file has ended.
  fileprivate func isBehind(_ size: Int64?) -> Bool {
    guard let size, let wanted else { return false }
    return wanted >= size
  }
}
