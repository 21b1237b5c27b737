extension PictureHeader {
  /// Returns the size of the primary picture in a HEIF container, otherwise of the largest one.
  static func sizeOfHEIF(_ bytes: ArraySlice<UInt8>) -> Size? {
    // `meta` starts with version and flags.
    guard let meta = bytes.box("meta")?.dropFirst(4), let properties = meta.box("iprp"),
      let list = properties.box("ipco")
    else { return nil }
    let sizes = MP4Boxes(list).map { $0.kind == "ispe" ? size(ofProperty: $0.body) : nil }
    let own = primaryItem(meta).flatMap { item in
      properties.box("ipma").flatMap { indices(of: item, in: $0) }
    }
    let primary = own?.lazy.compactMap { index in
      sizes.indices.contains(index - 1) ? sizes[index - 1] : nil
    }
    return primary?.first
      ?? sizes.compactMap(\.self).max { UInt64($0.0) * UInt64($0.1) < UInt64($1.0) * UInt64($1.1) }
  }

  private static func size(ofProperty body: ArraySlice<UInt8>) -> Size? {
    guard let width = body.uint32(at: 4), let height = body.uint32(at: 8) else { return nil }
    return (width, height)
  }

  private static func primaryItem(_ meta: ArraySlice<UInt8>) -> UInt32? {
    guard let body = meta.box("pitm"), let version = body.uint8(at: 0) else { return nil }
    return version == 0 ? body.uint16(at: 4).map { UInt32($0) } : body.uint32(at: 4)
  }

  /// Returns the properties of an item, counted from 1.
  private static func indices(of item: UInt32, in body: ArraySlice<UInt8>) -> [Int]? {
    guard let version = body.uint8(at: 0), let flags = body.uint8(at: 3),
      let count = body.uint32(at: 4)
    else { return nil }
    var rest = body.dropFirst(8)
    // Each takes at least three bytes, so the bytes bound the count.
    for _ in 0..<min(Int(count), rest.count) {
      let id = version == 0 ? rest.uint16(at: 0).map { UInt32($0) } : rest.uint32(at: 0)
      rest = rest.dropFirst(version == 0 ? 2 : 4)
      guard let id, let properties = rest.popFirst() else { return nil }
      let size = flags & 1 == 0 ? 1 : 2
      let all = rest.prefix(Int(properties) * size)
      if id == item {
        return stride(from: 0, to: all.count, by: size).compactMap { offset in
          // The highest bit marks a mandatory property.
          size == 1
            ? all.uint8(at: offset).map { Int($0 & 0x7F) }
            : all.uint16(at: offset).map { Int($0 & 0x7FFF) }
        }
      }
      rest = rest.dropFirst(all.count)
    }
    return nil
  }
}
