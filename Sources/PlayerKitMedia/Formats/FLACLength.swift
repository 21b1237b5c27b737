/// The length of a FLAC file whose header states none, as encoders leave it that write to a pipe.
package enum FLACLength {
  /// How many of the last bytes are searched for a frame.
  private static let searched: Int64 = 256 << 10
  /// The length of the longest header of a frame.
  private static let longestHead = 16

  /// Returns the duration by the last frame.
  ///
  /// - Parameter start: The offset of the signature.
  /// - Returns: `nil` if the header states the length, or if no frame is found.
  package static func duration(of bytes: some RandomAccessBytes, from start: Int64) -> Duration? {
    let head = bytes.bytes(at: start, count: 42)
    guard head.has("fLaC"), let info = StreamInfo(head), info.total == 0 else { return nil }
    let place = max(start + 42, bytes.size - searched)
    let tail = bytes.bytes(at: place, count: Int(min(searched, max(bytes.size - place, 0))))
    for index in tail.indices.dropLast(5).reversed() where tail[index] == 0xFF {
      guard let end = end(ofFrame: tail[index...].prefix(longestHead), info) else { continue }
      return .seconds(Double(end) / Double(info.rate))
    }
    return nil
  }

  /// Returns the maximum number of samples per frame; `nil` if the media is something else.
  package static func longestBlock(of bytes: some RandomAccessBytes, from start: Int64) -> Int? {
    let head = bytes.bytes(at: start, count: 42)
    return head.has("fLaC") ? StreamInfo(head).map { Int($0.longestBlock) } : nil
  }

  private struct StreamInfo {
    let longestBlock: UInt16
    let blockSize: Int64
    let rate: Int
    let channels: UInt8
    let bits: UInt8
    let total: UInt64

    init?(_ head: [UInt8]) {
      guard head.count == 42, head[4] & 0x7F == 0, let packed = head.uint64(at: 18),
        let block = head.uint16(at: 8), let longest = head.uint16(at: 10)
      else { return nil }
      longestBlock = longest
      blockSize = Int64(block)
      rate = Int(packed >> 44)
      channels = UInt8(packed >> 41 & 7) + 1
      bits = UInt8(packed >> 36 & 31) + 1
      total = packed & 0xF_FFFF_FFFF
      guard rate > 0 else { return nil }
    }
  }

  /// Returns the number of samples up to the end of a frame; `nil` if the bytes are no header of a
  /// frame of this stream.
  private static func end(ofFrame bytes: ArraySlice<UInt8>, _ info: StreamInfo) -> Int64? {
    let head = Array(bytes)
    guard head.count >= 6, head[1] & 0xFE == 0xF8, head[3] & 1 == 0 else { return nil }
    let (channels, bits) = (head[3] >> 4, head[3] >> 1 & 7)
    // From 8 on, two channels are coded together. A code of 0 is for the header's number of bits.
    guard channels < 8 ? channels + 1 == info.channels : channels < 11 && info.channels == 2,
      bits == 0 || depths[Int(bits)] == info.bits, let (number, length) = number(head[4...])
    else { return nil }
    var place = 4 + length
    let (sizeCode, rateCode) = (Int(head[2] >> 4), head[2] & 15)
    let size: Int64
    switch sizeCode {
    case 1: size = 192
    case 2...5: size = 576 << Int64(sizeCode - 2)
    case 6, 7:
      let count = sizeCode - 5
      guard place + count < head.count else { return nil }
      size = head[place..<place + count].reduce(0) { $0 << 8 | Int64($1) } + 1
      place += count
    case 8...15: size = 256 << Int64(sizeCode - 8)
    default: return nil
    }
    guard rateCode != 15 else { return nil }
    place += rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0
    guard place < head.count, checksum(head[..<place]) == head[place] else { return nil }
    let isVariable = head[1] & 1 == 1
    return (isVariable ? number : number * info.blockSize) + size
  }

  private static let depths: [UInt8] = [0, 8, 12, 0, 16, 20, 24, 32]

  /// Reads a number that is coded like a character of UTF-8, but in up to seven bytes.
  private static func number(_ bytes: ArraySlice<UInt8>) -> (number: Int64, length: Int)? {
    guard let first = bytes.first else { return nil }
    let length = first < 0x80 ? 1 : (~first).leadingZeroBitCount
    guard length == 1 && first < 0x80 || (2...7).contains(length), bytes.count >= length else {
      return nil
    }
    let rest = bytes.dropFirst().prefix(length - 1)
    guard rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return nil }
    let start = length == 1 ? Int64(first) : Int64(first & (0x7F >> UInt8(length)))
    return (rest.reduce(start) { $0 << 6 | Int64($1 & 0x3F) }, length)
  }

  /// Computes the checksum of a header, with the polynomial x⁸ + x² + x + 1.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
    }
  }
}
