import PlayerKit

/// Reads the index of an MP4 file ahead if it comes after the media data: libmpv needs it before
/// the first sample, and over HTTP it takes another request. This also detects a file that was cut
/// before its index and can't be opened.
enum MP4IndexPrefetcher {
  /// An index closer than this arrives with the first bytes anyway.
  private static let near: Int64 = 512 << 10
  /// How many of the first bytes to wait for, as the seek discards those still in transit. Less
  /// than half of the first window, or the reader would request more.
  private static let beginning: Int64 = 240 << 10
  private static let pieceLength = 64 << 10
  /// The maximum number of boxes to follow; each may need a request.
  private static let maximumJumps = 6

  /// Reads the index of media whose stream is positioned after `head`, and seeks back there. A
  /// failure is ignored: libmpv will report it.
  ///
  /// - Returns: the final offset of the stream, and whether the file should have an index but was
  ///   cut before it, so that libmpv can't open it.
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
        guard jumps <= maximumJumps, stream.size.map({ wanted < $0 }) ?? true else { return }
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

  /// Reads until enough of the first bytes are here.
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
  /// Returns whether the wanted index would start after the end of the file.
  fileprivate func isBehind(_ size: Int64?) -> Bool {
    guard let size, let wanted else { return false }
    return wanted >= size
  }
}
