import Foundation
import PlayerKitServices

extension AppleMusic {
  /// A picture that the service resizes. Its URL is a template.
  public struct Artwork: Hashable, Sendable {
    /// The maximum width, in pixels.
    public var width: Int?
    /// The maximum height, in pixels.
    public var height: Int?
    /// The template: `…/{w}x{h}bb.jpg`, or `…/{w}x{h}{c}.{f}`.
    public var url: String?
    /// The background color.
    public var background: Color?
    /// The most readable text color on that background.
    public var text1: Color?
    /// The second text color.
    public var text2: Color?
    /// The third text color.
    public var text3: Color?
    /// The fourth text color.
    public var text4: Color?
    /// Whether the picture has colors beyond sRGB.
    public var hasP3: Bool?
    /// Whether it is composed of several covers.
    public var isMosaic: Bool?
    /// Whether it has transparent parts.
    public var hasAlpha: Bool?
    /// Whether it has layers.
    public var supportsLayeredImage: Bool?
    /// A gradient overlay, in the service's own form.
    public var gradient: JSONValue?
    /// The colors of a text gradient.
    public var textGradient: [Color]?

    /// Makes a picture of a template.
    public init(url: String?, width: Int? = nil, height: Int? = nil) {
      self.url = url
      self.width = width
      self.height = height
    }
  }
}

extension AppleMusic.Artwork {
  /// A way to crop the picture.
  public struct Crop: RawRepresentable, Hashable, Sendable {
    /// The service's code.
    public let rawValue: String
    /// Makes a crop from the service's code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture within the box.
    public static let boundedBox = Self(rawValue: "bb")
    /// The center of the picture, which fills the box.
    public static let centered = Self(rawValue: "cc")
    /// The center, with another aspect ratio.
    public static let smart = Self(rawValue: "sr")
    /// The center within a circle. In a PNG, the outside is transparent.
    public static let round = Self(rawValue: "cw")
  }

  /// A picture file format.
  public struct Format: RawRepresentable, Hashable, Sendable {
    /// The file extension.
    public let rawValue: String
    /// Makes a format from the file extension.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// JPEG.
    public static let jpg = Self(rawValue: "jpg")
    /// PNG.
    public static let png = Self(rawValue: "png")
    /// WebP.
    public static let webp = Self(rawValue: "webp")
  }

  /// Returns the URL of the picture in a size.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, limited to the maximum width.
  ///   - height: The height in pixels, limited to the maximum height.
  ///   - format: The format. If `nil`, the template's own, or JPEG if it has none.
  ///   - crop: The crop. If `nil`, the template's own, or the whole picture if it has none.
  /// - Returns: `nil` if a size is below 1, or if there is no template or no valid URL.
  public func url(
    width: Int,
    height: Int,
    format: Format? = nil,
    crop: Crop? = nil
  ) -> URL? {
    guard width >= 1, height >= 1, var url else { return nil }
    // Older templates have a fixed crop and format: `{w}x{h}bb.jpg`.
    if let place = url.range(of: "{w}x{h}", options: .backwards) {
      let ending = url[place.upperBound...].split(separator: ".", omittingEmptySubsequences: false)
      if ending.count == 2, !ending[0].contains("{"), !ending[1].contains("{") {
        let own = (crop?.rawValue ?? String(ending[0]), format?.rawValue ?? String(ending[1]))
        url = url[..<place.upperBound] + "\(own.0).\(own.1)"
      }
    }
    let filled =
      url
      .replacingOccurrences(of: "{w}", with: "\(Self.clamped(width, to: self.width))")
      .replacingOccurrences(of: "{h}", with: "\(Self.clamped(height, to: self.height))")
      .replacingOccurrences(of: "{c}", with: (crop ?? .boundedBox).rawValue)
      .replacingOccurrences(of: "{f}", with: (format ?? .jpg).rawValue)
    return URL(string: filled)
  }

  private static func clamped(_ size: Int, to greatest: Int?) -> Int {
    guard let greatest, greatest >= 1 else { return size }
    return min(size, greatest)
  }
}

extension AppleMusic.Artwork: Codable {
  enum CodingKeys: String, CodingKey {
    case width, height, url
    case background = "bgColor"
    case text1 = "textColor1"
    case text2 = "textColor2"
    case text3 = "textColor3"
    case text4 = "textColor4"
    case hasP3, isMosaic, hasAlpha, supportsLayeredImage, gradient, textGradient
  }
}

extension AppleMusic {
  /// An sRGB color of a picture, in the service's form: six hexadecimal digits.
  public struct Color: ExtensibleString {
    /// The digits as sent, normally six, without `#`.
    public let rawValue: String
    /// Makes a color from digits, unchecked.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Red, green and blue, 0 to 255. `nil` if the text is not six hexadecimal digits.
    public var components: (red: UInt8, green: UInt8, blue: UInt8)? {
      let digits =
        rawValue.utf8.count == 7 && rawValue.hasPrefix("#") ? rawValue.dropFirst() : rawValue[...]
      guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
        let value = UInt32(digits, radix: 16)
      else { return nil }
      return (
        UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
        UInt8(truncatingIfNeeded: value)
      )
    }
  }
}
