import PlayerKit
import PlayerKitSystem

extension HLSReader.Request {
  /// Reads a local resource of a playlist in a file.
  func readFile() -> Result<[UInt8], PlayerError> {
    let stream = FileByteStream(path: piece.url.path(percentEncoded: false))
    defer { stream.close() }
    return Result { () throws(PlayerError) in
      try stream.seek(to: piece.range?.offset ?? 0)
      let length = piece.range.map { Int(clamping: $0.length) }
      return try stream.readAll(upTo: limit, length: length)
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
