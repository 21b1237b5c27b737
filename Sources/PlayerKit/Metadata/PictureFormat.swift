/// The format of a picture, identified by its media type. The set is open.
public struct PictureFormat: RawRepresentable, Sendable, Hashable, Codable {
  /// The media type, such as `image/jpeg`.
  public let rawValue: String

  /// Creates a format from a media type.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// JPEG.
  public static let jpeg = PictureFormat(rawValue: "image/jpeg")
  /// PNG.
  public static let png = PictureFormat(rawValue: "image/png")
  /// GIF.
  public static let gif = PictureFormat(rawValue: "image/gif")
  /// WebP.
  public static let webP = PictureFormat(rawValue: "image/webp")
  /// BMP.
  public static let bmp = PictureFormat(rawValue: "image/bmp")
  /// AVIF.
  public static let avif = PictureFormat(rawValue: "image/avif")
  /// HEIC.
  public static let heic = PictureFormat(rawValue: "image/heic")
}
