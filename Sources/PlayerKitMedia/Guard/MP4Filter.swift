/// Hides the names of boxes that ``MP4Index`` does not allow. A few bytes in such a box would make
/// libavformat allocate any number of entries.
package struct MP4Filter {
  let allowed: Set<Int64>

  package init(allowed: Set<Int64>) { self.allowed = allowed }

  /// - Parameters:
  ///   - buffer: the bytes; the first letter of each hidden name becomes zero.
  ///   - offset: their offset in the media.
  ///   - bytes: the media around them, since a name may start before and end after them.
  /// - Returns: whether any name was hidden.
  @discardableResult
  package func apply(
    to buffer: UnsafeMutableRawBufferPointer,
    at offset: Int64,
    of bytes: some RandomAccessBytes
  ) -> Bool {
    var hasChanged = false
    let before = offset >= 3 ? bytes.bytes(at: offset - 3, count: 3) : []
    let behind = bytes.bytes(at: offset + Int64(buffer.count), count: 3)
    var word = before.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    for index in 0..<buffer.count + behind.count {
      let byte = index < buffer.count ? buffer[index] : behind[index - buffer.count]
      word = word << 8 | UInt32(byte)
      guard Self.isWatched(word), !allowed.contains(offset + Int64(index) - 3) else { continue }
      buffer[max(0, index - 3)] = 0
      hasChanged = true
    }
    return hasChanged
  }

  private static func isWatched(_ word: UInt32) -> Bool {
    switch word {
    case 0x7374_737A,  // stsz
      0x7374_7A32,  // stz2
      0x7374_7363,  // stsc
      0x7374_7473,  // stts
      0x7374_7373,  // stss
      0x7374_636F,  // stco
      0x636F_3634,  // co64
      0x636D_6F76,  // cmov
      0x6374_7473,  // ctts
      0x656C_7374,  // elst
      0x6864_6C72,  // hdlr
      0x6B65_7973,  // keys
      0x6D6F_6F66,  // moof
      0x7472_756E,  // trun
      0x7361_697A,  // saiz
      0x7361_696F,  // saio
      0x7362_6770,  // sbgp
      0x7365_6E63,  // senc
      0x7367_7064:  // sgpd
      true
    default: false
    }
  }
}
