import PlayerKit
import PlayerKitSystem

/// Reads the local resources of a playlist in a file.
enum HLSFile {
  static func read(_ request: HLSReader.Request) -> Result<[UInt8], PlayerError> {
    let stream = FileByteStream(path: request.piece.url.path(percentEncoded: false))
    defer { stream.close() }
    return Result { () throws(PlayerError) in
      try stream.seek(to: request.piece.range?.offset ?? 0)
      let length = request.piece.range.map { Int(clamping: $0.length) }
      return try stream.readAll(upTo: request.limit, length: length)
    }
  }
}

extension ByteStream {
  /// Reads to the end, or `length` bytes. Fails if there are more bytes than the limit, or if the
  /// time is over.
  func readAll(
    upTo limit: Int,
    length: Int? = nil,
    after head: [UInt8] = [],
    within time: Duration? = nil
  ) throws(PlayerError) -> [UInt8] {
    let deadline = time.map { ContinuousClock.now + $0 }
    var bytes = head
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit, bytes.count < length ?? .max {
      let count = try read(into: &piece)
      if count == 0 { break }
      bytes += piece.prefix(count)
      if let deadline, ContinuousClock.now > deadline { throw HTTPFailure.stalled }
    }
    if let length { bytes = Array(bytes.prefix(length)) }
    guard bytes.count <= limit else { throw HLSErrors.tooLarge }
    return bytes
  }
}
