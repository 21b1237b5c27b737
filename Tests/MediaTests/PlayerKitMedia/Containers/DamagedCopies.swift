/// Damaged copies of a file.
enum DamagedCopies {
  /// Numbers that no size field of a small file holds.
  static let sizes: [UInt64] = [
    0, 1, 7, 8, 15, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 63 - 1, 1 << 63, .max,
  ]

  /// Returns the file, cut at each byte.
  static func cut(_ file: [UInt8]) -> [[UInt8]] {
    (0...file.count).map { Array(file.prefix($0)) }
  }

  /// Returns the file with each of ``sizes`` in each size field.
  ///
  /// - Parameters:
  ///   - offsets: where the fields start.
  ///   - length: the length of each field. The numbers lose their upper bytes.
  static func resized(
    _ file: [UInt8],
    at offsets: [Int],
    length: Int,
    isLittle: Bool = false
  ) -> [[UInt8]] {
    offsets.flatMap { offset in
      sizes.map { size in
        let bytes = withUnsafeBytes(of: size.bigEndian) { Array($0.suffix(length)) }
        var copy = file
        copy.replaceSubrange(offset..<offset + length, with: isLittle ? bytes.reversed() : bytes)
        return copy
      }
    }
  }
}
