import Foundation
import PlayerKitServices

extension AppleMusic {
  /// A picture that the service cuts to size: its address is a template.
  public struct Artwork: Hashable, Sendable {
    /// The greatest width, in pixels.
    public var width: Int?
    /// The greatest height, in pixels.
    public var height: Int?
    /// The template: `…/{w}x{h}bb.jpg`, or `…/{w}x{h}{c}.{f}`.
    public var url: String?
    /// The background's color.
    public var background: Color?
    /// The colors of text on that background, the first the most readable.
    public var text1: Color?
    /// The second color of text.
    public var text2: Color?
    /// The third color of text.
    public var text3: Color?
    /// The fourth color of text.
    public var text4: Color?
    /// Whether the picture has colors beyond sRGB.
    public var hasP3: Bool?
    /// Whether it is put together of several covers.
    public var isMosaic: Bool?
    /// Whether parts of it are transparent.
    public var hasAlpha: Bool?
    /// Whether it is made of layers.
    public var supportsLayeredImage: Bool?
    /// A gradient to lay over it, in the service's own form.
    public var gradient: JSONValue?
    /// The colors of a gradient of text.
    public var textGradient: [Color]?

    /// Makes a picture of its template.
    public init(url: String?, width: Int? = nil, height: Int? = nil) {
      self.url = url
      self.width = width
      self.height = height
    }
  }
}

extension AppleMusic.Artwork {
  /// A way to cut the picture.
  public struct Crop: RawRepresentable, Hashable, Sendable {
    /// The service's code.
    public let rawValue: String
    /// Makes it from the service's code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture within the box.
    public static let boundedBox = Self(rawValue: "bb")
    /// The middle of the picture, which fills the box.
    public static let centered = Self(rawValue: "cc")
    /// The middle, with another ratio of sides.
    public static let smart = Self(rawValue: "sr")
    /// The middle within a circle; as PNG, what is outside of it is transparent.
    public static let round = Self(rawValue: "cw")
  }

  /// A format of picture files.
  public struct Format: RawRepresentable, Hashable, Sendable {
    /// The ending of the file's name.
    public let rawValue: String
    /// Makes it from the ending.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// JPEG.
    public static let jpg = Self(rawValue: "jpg")
    /// PNG.
    public static let png = Self(rawValue: "png")
    /// WebP.
    public static let webp = Self(rawValue: "webp")
  }

  /// The address of the picture in a size.
  ///
  /// - Parameters:
  ///   - width: in pixels; the greatest width where it is more.
  ///   - height: in pixels; the greatest height where it is more.
  ///   - format: the format; `nil`: the template's own, JPEG where it leaves that open.
  ///   - crop: the cut; `nil`: the template's own, the whole picture where it leaves that open.
  /// - Returns: `nil` where a size is below 1, there is no template, or it makes no address.
  public func url(
    width: Int,
    height: Int,
    format: Format? = nil,
    crop: Crop? = nil
  ) -> URL? {
    guard width >= 1, height >= 1, var url else { return nil }
    // Older templates hold a cut and a format of their own: `{w}x{h}bb.jpg`.
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
  /// A color of a picture, in sRGB, as the service writes it: six hexadecimal digits.
  public struct Color: ExtensibleString {
    /// The digits as they were sent, normally six, without `#`.
    public let rawValue: String
    /// Takes digits as they are.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Red, green and blue, 0 to 255; `nil` where the text is not six hexadecimal digits.
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
