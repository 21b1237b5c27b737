#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A picture as it was sent: its bytes, and what its header says. Nothing is decoded.
///
/// The bytes are those of a stranger. That there is a header says nothing of what follows it.
public struct ArtworkImage: Sendable, Hashable {
  /// The bytes.
  public let data: Data
  /// The format, by the first bytes. The server may call it otherwise.
  public let format: PictureFormat
  /// In pixels, as it is stored. A rotation that Exif or HEIF asks for is not applied: then width
  /// and height may have to be swapped where it is shown.
  public let width: Int
  /// In pixels, likewise.
  public let height: Int

  /// Makes a picture of its parts.
  package init(data: Data, format: PictureFormat, width: Int, height: Int) {
    (self.data, self.format, self.width, self.height) = (data, format, width, height)
  }

  /// The longer side, in pixels.
  package var size: Int { max(width, height) }
}

extension ArtworkImage: CustomStringConvertible {
  /// Format, size and length.
  public var description: String {
    "\(format.rawValue), \(width) × \(height), \(data.count) bytes"
  }
}

/// Loads the pictures that ``Artwork`` stands for, such as `ArtworkLoader` of `PlayerKitMedia`.
public protocol ArtworkLoading: Sendable {
  /// The picture. Any thread, several at once.
  ///
  /// - Parameter pixels: The longer side as it is wanted. It may be smaller, or far larger.
  func image(for artwork: Artwork, atLeast pixels: Int) async throws(PlayerError) -> ArtworkImage
}
