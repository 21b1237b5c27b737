import PlayerKit

/// Reads the index of an MP4 file ahead, where it lies behind the media: libmpv needs it before the
/// first sample, and over http that is one more answer to wait for.
enum IndexAhead {
  /// Less than that away, it comes with the first bytes anyway.
  private static let near: Int64 = 512 << 10
  /// How many of the first bytes are waited for before; what is under way of them then is lost.
  private static let beginning: Int64 = 128 << 10
  private static let pieceLength = 64 << 10
  /// How many boxes are gone after; each may be one more request.
  private static let mostJumps = 4

  /// Reads the index of a media whose stream stands behind `head`, and goes back there. That it can't
  /// is no failure: libmpv will find out itself.
  ///
  /// - Returns: where the stream stands then.
  static func read(from stream: any ByteStream, _ head: [UInt8]) -> Int64 {
    let home = Int64(head.count)
    var finder = MP4IndexFinder()
    let isThere = head.withUnsafeBytes { finder.take($0, at: 0) } != nil
    guard !isThere, let wanted = finder.wanted, wanted >= near, stream.isSeekable else {
      return home
    }
    var offset = home
    do throws(PlayerError) {
      offset = try skip(stream, from: offset, to: beginning)
      offset = try follow(&finder, stream, from: offset)
      try stream.seek(to: home)
      return home
    } catch {
      return offset
    }
  }

  private static func skip(
    _ stream: any ByteStream,
    from start: Int64,
    to end: Int64
  ) throws(PlayerError) -> Int64 {
    var offset = start
    var piece = [UInt8](repeating: 0, count: pieceLength)
    while offset < end {
      let count = try read(stream, into: &piece)
      if count <= 0 { break }
      offset += Int64(count)
    }
    return offset
  }

  private static func follow(
    _ finder: inout MP4IndexFinder,
    _ stream: any ByteStream,
    from start: Int64
  ) throws(PlayerError) -> Int64 {
    var offset = start
    var jumps = 0
    var piece = [UInt8](repeating: 0, count: pieceLength)
    while let wanted = finder.wanted {
      if wanted != offset {
        jumps += 1
        guard jumps <= mostJumps, stream.size.map({ wanted < $0 }) ?? true else { break }
        try stream.seek(to: wanted)
        offset = wanted
      }
      let count = try read(stream, into: &piece)
      if count <= 0 { break }
      let isFound = piece.withUnsafeBytes { bytes in
        finder.take(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), at: offset) != nil
      }
      offset += Int64(count)
      if isFound { break }
    }
    return offset
  }

  private static func read(
    _ stream: any ByteStream,
    into piece: inout [UInt8]
  ) throws(PlayerError) -> Int {
    let result = piece.withUnsafeMutableBytes { buffer in
      Result { () throws(PlayerError) in try stream.read(into: buffer) }
    }
    return try result.get()
  }
}
