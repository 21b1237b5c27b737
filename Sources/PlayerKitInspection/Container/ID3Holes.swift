/// Finds the long frames of an ID3v2 tag, mostly pictures, so that later text can be read without
/// them.
enum ID3Holes {
  /// The length to read of a long frame. It includes the header of a picture.
  private static let shown: Int64 = 64 << 10
  private static let long: Int64 = 128 << 10
  private static let longText: Int64 = 1 << 20
  private static let mostFrames = 1_000

  private static let texts = ["COMM", "USLT", "SYLT", "COM", "ULT", "SLT"]

  /// Returns the length of the tag at the beginning, including its header; 0 if there is none.
  static func length(_ head: [UInt8]) -> Int64 {
    guard head.count >= 10, head.starts(with: Array("ID3".utf8)), head[3] < 0xFF, head[4] < 0xFF,
      let size = synchsafe(head[6..<10])
    else { return 0 }
    return size + (head[5] & 0x10 != 0 ? 20 : 10)
  }

  /// Returns the ranges to skip in the tag at the beginning.
  static func find(in bytes: MediaBytes) -> [Range<Int64>] {
    let head = bytes.bytes(at: 0, count: 10)
    let end = min(length(head), bytes.size)
    // With an extended header or unsynchronization, frames are not at their nominal positions.
    guard end > long, (2...4).contains(head[3]), head[5] & (head[3] == 4 ? 0x40 : 0xC0) == 0 else {
      return []
    }
    var holes: [Range<Int64>] = []
    var place: Int64 = 10
    for _ in 0..<mostFrames {
      guard let frame = frame(bytes, place, head[3]) else { break }
      let next = place + frame.header + frame.size
      guard next <= end else { break }
      if frame.size > (frame.isText ? longText : long) {
        guard next >= end - 10 || isEnd(bytes, next) || self.frame(bytes, next, head[3]) != nil
        else { break }
        holes.append(place + frame.header + shown..<next)
      }
      place = next
    }
    return holes
  }

  private static func frame(
    _ bytes: MediaBytes,
    _ place: Int64,
    _ version: UInt8
  ) -> (header: Int64, size: Int64, isText: Bool)? {
    frame(bytes.bytes(at: place, count: version == 2 ? 6 : 10), version)
  }

  /// Returns the length of a frame's header and of its contents; `nil` if it is no frame.
  static func frame(
    _ head: some RandomAccessCollection<UInt8>,
    _ version: UInt8
  ) -> (header: Int64, size: Int64, isText: Bool)? {
    let length = version == 2 ? 6 : 10
    let head = Array(head)
    let letters = head.prefix(version == 2 ? 3 : 4)
    guard head.count == length,
      letters.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
    else { return nil }
    let size =
      switch version {
      case 2: plain(head[3..<6])
      case 4: synchsafe(head[4..<8]) ?? plain(head[4..<8])
      default: plain(head[4..<8])
      }
    let isText = letters.first == 0x54 || texts.contains { letters.elementsEqual($0.utf8) }
    return (Int64(length), size, isText)
  }

  private static func isEnd(_ bytes: MediaBytes, _ place: Int64) -> Bool {
    bytes.bytes(at: place, count: 1) == [0]
  }

  static func plain(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  static func synchsafe(_ bytes: ArraySlice<UInt8>) -> Int64? {
    bytes.allSatisfy { $0 < 0x80 } ? bytes.reduce(0) { $0 << 7 | Int64($1) } : nil
  }
}
