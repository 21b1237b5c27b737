import PlayerKitSystem

/// A picture as received: its bytes, and what its header states. Nothing is decoded.
///
/// The bytes are untrusted. A valid header does not mean that the rest is valid.
public struct ArtworkImage: Sendable, Hashable {
  /// The bytes.
  public let data: Data
  /// The format according to the first bytes. The server may state another one.
  public let format: PictureFormat
  /// The stored width, in pixels. A rotation in Exif or HEIF is not applied, so width and height
  /// may have to be swapped for display.
  public let width: Int
  /// The stored height, in pixels; see ``width``.
  public let height: Int

  /// Creates a picture from its parts.
  package init(data: Data, format: PictureFormat, width: Int, height: Int) {
    (self.data, self.format, self.width, self.height) = (data, format, width, height)
  }

  /// The longer side, in pixels.
  package var size: Int { max(width, height) }
}

extension ArtworkImage: CustomStringConvertible {
  /// The format, the size and the number of bytes.
  public var description: String {
    "\(format.rawValue), \(width) × \(height), \(data.count) bytes"
  }
}

/// Loads the pictures of ``Artwork``, such as `ArtworkLoader` of `PlayerKitMedia`.
public protocol ArtworkLoading: Sendable {
  /// Returns the picture. May be called on any thread, several times at once.
  ///
  /// - Parameter artwork: The reference to the picture.
  /// - Parameter pixels: The wanted length of the longer side. The result may be smaller or far
  ///   larger.
  func image(for artwork: Artwork, atLeast pixels: Int) async throws(PlayerError) -> ArtworkImage
}
