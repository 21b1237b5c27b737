import PlayerKit
import PlayerKitSystem

/// The format and size from the header of a picture. Nothing is decoded.
///
/// Only the signature counts, not a name or media type. The bytes are untrusted, so each read is
/// checked and the number of parts is bounded.
package struct PictureHeader: Sendable, Hashable {
  /// The format, detected by the signature.
  package let format: PictureFormat
  /// The width in pixels, as stored: a rotation by Exif or HEIF is not applied.
  package let width: Int
  /// The height in pixels, as stored.
  package let height: Int

  /// Reads the header at the start of `bytes`, which may be a whole picture or only its beginning.
  ///
  /// - Returns: `nil` if they start no picture, the header is cut, or the picture has no area.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard let format = PictureFormat(signature: bytes), let size = Self.size(format, bytes),
      size.width > 0, size.height > 0
    else { return nil }
    self.format = format
    (width, height) = (Int(size.width), Int(size.height))
  }

  /// Reads the header at the start of data.
  package init?(_ data: Data) {
    guard let header = data.withUnsafeBytes({ PictureHeader($0) }) else { return nil }
    self = header
  }

  typealias Size = (width: UInt32, height: UInt32)

  private static func size(_ format: PictureFormat, _ bytes: UnsafeRawBufferPointer) -> Size? {
    switch format {
    case .jpeg: sizeOfJPEG(bytes)
    case .png: sizeOfPNG(bytes)
    case .gif: little16(bytes, at: 6)
    case .webP: sizeOfWebP(bytes)
    case .bmp: sizeOfBMP(bytes)
    default: sizeOfHEIF(Array(bytes)[...])
    }
  }
}

extension PictureFormat {
  /// Detects the format by the signature at the start of `bytes`.
  package init?(signature bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.has("GIF87a") || bytes.has("GIF89a") {
      self = .gif
    } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      self = .webP
    } else if bytes.has("ftyp", at: 4), let format = Self.heif(bytes) {
      self = format
    } else if bytes.has("BM"), bytes.uint32(at: 6) == 0,
      let size = bytes.uint32(at: 14)?.byteSwapped,
      [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
    {
      self = .bmp
    } else {
      return nil
    }
  }

  private static func heif(_ bytes: UnsafeRawBufferPointer) -> PictureFormat? {
    let end = min(Int(bytes.uint32(at: 0) ?? 0), 256)
    let brands = ([8] + stride(from: 16, to: end - 3, by: 4)).compactMap {
      bytes.fourCharacters(at: $0)
    }
    // The common brands do not reveal the codec; the others do.
    if brands.contains(where: { ["avif", "avis"].contains($0) }) { return .avif }
    let codecs = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
    return brands.contains(where: { codecs.contains($0) }) ? .heic : nil
  }
}

extension PictureHeader {
  private static func little16(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Size? {
    guard let width = bytes.uint16(at: offset), let height = bytes.uint16(at: offset + 2) else {
      return nil
    }
    return (UInt32(width.byteSwapped), UInt32(height.byteSwapped))
  }

  private static func sizeOfPNG(_ bytes: UnsafeRawBufferPointer) -> Size? {
    guard bytes.has("IHDR", at: 12), let width = bytes.uint32(at: 16),
      let height = bytes.uint32(at: 20), width <= UInt32(Int32.max), height <= UInt32(Int32.max)
    else { return nil }
    return (width, height)
  }

  private static func sizeOfBMP(_ bytes: UnsafeRawBufferPointer) -> Size? {
    if bytes.uint32(at: 14)?.byteSwapped == 12 { return little16(bytes, at: 18) }
    guard let width = bytes.uint32(at: 18), let height = bytes.uint32(at: 22) else { return nil }
    // A negative height means that the rows are stored from top to bottom.
    let rows = Int32(bitPattern: height.byteSwapped).magnitude
    return width.byteSwapped <= UInt32(Int32.max) ? (width.byteSwapped, rows) : nil
  }

  private static func sizeOfWebP(_ bytes: UnsafeRawBufferPointer) -> Size? {
    switch bytes.fourCharacters(at: 12) {
    case "VP8 ":
      guard bytes.dropFirst(23).starts(with: [0x9D, 0x01, 0x2A]),
        let size = little16(bytes, at: 26)
      else { return nil }
      // The upper two bits are a scaling hint.
      return (size.width & 0x3FFF, size.height & 0x3FFF)
    case "VP8L":
      guard bytes.uint8(at: 20) == 0x2F, let bits = bytes.uint32(at: 21)?.byteSwapped else {
        return nil
      }
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      guard let width = little24(bytes, at: 24), let height = little24(bytes, at: 27) else {
        return nil
      }
      return (width + 1, height + 1)
    default: return nil
    }
  }

  private static func little24(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
    guard let low = bytes.uint16(at: offset), let high = bytes.uint8(at: offset + 2) else {
      return nil
    }
    return UInt32(low.byteSwapped) | UInt32(high) << 16
  }

  // MARK: JPEG

  /// More segments than any picture has before its frame.
  private static let maximumSegments = 4_096

  private static func sizeOfJPEG(_ bytes: UnsafeRawBufferPointer) -> Size? {
    var offset = 2
    for _ in 0..<maximumSegments {
      guard bytes.uint8(at: offset) == 0xFF else { return nil }
      // A marker may have fill bytes before it.
      while bytes.uint8(at: offset + 1) == 0xFF { offset += 1 }
      guard let marker = bytes.uint8(at: offset + 1) else { return nil }
      offset += 2
      switch marker {
      // Markers without a length.
      case 0x01, 0xD0...0xD8: continue
      // The end or the scan data before any frame.
      case 0x00, 0xD9, 0xDA: return nil
      // The frame. Some numbers in its range are tables instead.
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        guard let height = bytes.uint16(at: offset + 3), let width = bytes.uint16(at: offset + 5)
        else { return nil }
        return (UInt32(width), UInt32(height))
      default:
        guard let length = bytes.uint16(at: offset), length >= 2 else { return nil }
        offset += Int(length)
      }
    }
    return nil
  }
}
