import Foundation
import PlayerKitMedia

/// An MP3 by LAME, split into frames and reassembled differently.
package struct MP3Maker {
  /// The header at the start of a file.
  package enum Header: String, CaseIterable, Sendable {
    case lame, xing, vbri, none
  }

  private let header: Data
  /// The audio frames.
  package var frames: [Data]

  /// - Parameter data: A file that begins with LAME's header.
  package init(_ data: Data) {
    let bytes = [UInt8](data)
    var frames: [Data] = []
    var offset = 0
    while let frame = MPEGFrame(bytes, at: offset) {
      frames.append(Data(bytes[offset..<min(offset + frame.length, bytes.count)]))
      offset += frame.length
    }
    header = frames.removeFirst()
    self.frames = frames
  }

  package init(fixture: String) throws {
    self.init(try Fixture.data(fixture))
  }

  /// The frames repeated several times.
  package func repeated(_ count: Int) -> MP3Maker {
    var copy = self
    copy.frames = Array(repeatElement(frames, count: count).joined())
    return copy
  }

  package func data(_ kind: Header) -> Data {
    let body = Data(frames.joined())
    return firstFrame(kind, length: body.count) + body
  }

  private func firstFrame(_ kind: Header, length: Int) -> Data {
    let bytes = [UInt8](header)
    guard let frame = MPEGFrame(bytes, at: 0) else { return Data() }
    let start = frame.contentOffset
    let numbers = [UInt32(frames.count), UInt32(length + header.count)].flatMap(\.bytes)
    var data = header
    switch kind {
    case .lame:
      data.replaceSubrange(start + 8..<start + 16, with: numbers)
    case .xing:
      data = data.prefix(start) + Data("Xing".utf8) + [0, 0, 0, 3] + numbers
      data += Data(count: header.count - data.count)
    case .vbri:
      data = data.prefix(4) + Data(count: 32) + Data("VBRI".utf8) + [0, 1, 4, 0x91, 0, 75]
      data += UInt32(length + header.count).bytes + UInt32(frames.count).bytes
      data += [0, 1, 0, 1, 0, 2, 0, 1]
      data += Data(count: header.count - data.count)
    case .none:
      return Data()
    }
    return data
  }

  /// An empty ID3v2 tag of a length.
  package static func tag(_ length: Int) -> Data {
    let sizes = [21, 14, 7, 0].map { UInt8(length >> $0 & 0x7F) }
    return Data("ID3".utf8) + [4, 0, 0] + sizes + Data(count: length)
  }
}

extension UInt32 {
  fileprivate var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
