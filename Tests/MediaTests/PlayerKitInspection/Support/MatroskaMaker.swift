import Foundation

/// Writes Matroska tags into the fixture that no available program writes.
enum MatroskaMaker {
  static func element(_ id: UInt32, _ body: [UInt8]) -> [UInt8] {
    let letters = withUnsafeBytes(of: id.bigEndian) { Array($0.drop { $0 == 0 }) }
    let length = withUnsafeBytes(of: UInt64(body.count).bigEndian) { Array($0.dropFirst()) }
    return letters + [1] + length + body
  }

  static func simple(_ name: String, _ value: String) -> [UInt8] {
    element(0x45A3, Array(name.utf8)) + element(0x4487, Array(value.utf8))
  }

  /// - Parameter target: The element of the tag, beyond a level: its id, and a number.
  static func tag(
    level: UInt8? = nil,
    type: String? = nil,
    target: (UInt32, UInt8)? = nil,
    _ fields: [(String, String)]
  ) -> [UInt8] {
    var targets: [UInt8] = []
    if let level { targets += element(0x68CA, [level]) }
    if let type { targets += element(0x63CA, Array(type.utf8)) }
    if let target { targets += element(target.0, [target.1]) }
    let names = fields.flatMap { element(0x67C8, simple($0.0, $0.1)) }
    return element(0x7373, element(0x63C0, targets) + names)
  }

  /// The fixture with other tags after its audio and a gap. A table of contents leads to them.
  static func file(tags: [[UInt8]], gap: Int = 100) throws -> [UInt8] {
    let data = Array(try TagFixture.data("matroska.mka"))
    var (parts, place) = ([[UInt8]](), 0)
    let head = try next(data, &place)
    _ = try next(data, &place, isOpen: true)
    var cluster: [[UInt8]] = []
    while place < data.count {
      let part = try next(data, &place)
      let id = Array(part.prefix(4))
      switch id {
      case [0x11, 0x4D, 0x9B, 0x74], [0x12, 0x54, 0xC3, 0x67], [0x1C, 0x53, 0xBB, 0x6B]: continue
      case [0x1F, 0x43, 0xB6, 0x75]: cluster.append(part)
      default: if part.first != 0xEC { parts.append(part) }
      }
    }
    let audio = (parts + cluster).flatMap(\.self)
    let void = element(0xEC, [UInt8](repeating: 0, count: gap))
    func contents(_ place: Int) -> [UInt8] {
      let number = withUnsafeBytes(of: UInt64(place).bigEndian) { Array($0) }
      let seek = element(0x53AB, [0x12, 0x54, 0xC3, 0x67]) + element(0x53AC, number)
      return element(0x114D_9B74, element(0x4DBB, seek))
    }
    let first = contents(contents(0).count + audio.count + void.count)
    let body = first + audio + void + element(0x1254_C367, tags.flatMap(\.self))
    return head + element(0x1853_8067, body)
  }

  /// The next element of a well-formed file, or only its header if it is open.
  private static func next(
    _ data: [UInt8],
    _ place: inout Int,
    isOpen: Bool = false
  ) throws -> [UInt8] {
    let start = place
    place += data[place].leadingZeroBitCount + 1
    let count = data[place].leadingZeroBitCount + 1
    let size = data[place..<place + count].reduce(0) { $0 << 8 | Int($1) } & (1 << (7 * count) - 1)
    place += count
    if !isOpen { place = min(place + size, data.count) }
    return Array(data[start..<place])
  }
}
