import Foundation
import TestSupport
import Testing

/// An MP4 whose edit list is replaced.
enum EditedMP4 {
  /// A file with other edits. Its index is at its end.
  static func data(_ edits: [(length: UInt32, start: Int32)]) throws -> Data {
    var bytes = [UInt8](try Fixture.data("aac-a-edit.m4a"))
    func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    let list = edits.flatMap {
      big($0.length) + big(UInt32(bitPattern: $0.start)) + big(0x1_0000)
    }
    for name in ["elst", "edts", "trak", "moov"] {
      let place = try #require(bytes.firstRange(of: Array(name.utf8))).lowerBound - 4
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
      if name == "elst" {
        let body = place + 12..<place + 28
        bytes.replaceSubrange(body, with: big(UInt32(edits.count)) + list)
      }
      bytes.replaceSubrange(place..<place + 4, with: big(size + UInt32(edits.count - 1) * 12))
    }
    return Data(bytes)
  }
}
