import Foundation
import PlayerKitServices

extension Deezer {
  /// An artist.
  public struct Artist: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// The web page.
    public var link: String?
    /// The web page, with tracking parameters.
    public var share: String?
    /// An API address that redirects to the picture.
    public var picture: String?
    /// The picture with 56 pixels a side; see ``pictureURL(_:)``.
    public var pictureSmall: String?
    /// The picture with 250 pixels a side.
    public var pictureMedium: String?
    /// The picture with 500 pixels a side.
    public var pictureBig: String?
    /// The picture with 1000 pixels a side.
    public var pictureXL: String?
    /// The number of albums.
    public var albumCount: Int?
    /// The number of users who have the artist among their favorites.
    public var fanCount: Int?
    /// Whether Deezer has a mix of the artist.
    public var radio: Bool?
    /// The API address of the top tracks.
    public var tracklist: String?
    /// The position in a chart, from 1.
    public var position: Int?
    /// The role of a contributor: `Main` or `Featured`.
    public var role: String?
    /// `artist`.
    public var type: String?

    enum CodingKeys: String, SnakeCaseKey {
      case id, name, link, share, picture, radio, tracklist, position, role, type, pictureSmall
      case pictureMedium, pictureBig, pictureXL
      case albumCount = "nb_album"
      case fanCount = "nb_fan"
    }
  }

  /// The sizes of pictures.
  @nonexhaustive public enum PictureSize: Int, Hashable, Sendable, CaseIterable {
    /// 56 pixels a side.
    case small = 56
    /// 250 pixels a side.
    case medium = 250
    /// 500 pixels a side.
    case big = 500
    /// 1000 pixels a side.
    case xl = 1000

    /// Returns the smallest size with at least this many pixels a side, or the largest size if
    /// there is none.
    public static func covering(_ pixels: Int) -> PictureSize {
      allCases.first { $0.rawValue >= pixels } ?? .xl
    }
  }
}

extension Deezer.Artist {
  /// Returns the picture in a size; `nil` if there is none.
  public func pictureURL(_ size: Deezer.PictureSize) -> URL? {
    Deezer.picture(size, of: [pictureSmall, pictureMedium, pictureBig, pictureXL])
  }
}

extension Deezer {
  /// Returns the address of a size; `nil` also for the service's gray placeholder, whose address
  /// lacks a name: `…/artist//56x56-….jpg`.
  ///
  /// - Parameter addresses: The addresses of all sizes, smallest first.
  static func picture(_ size: PictureSize, of addresses: [String?]) -> URL? {
    let text = zip(PictureSize.allCases, addresses).first { $0.0 == size }?.1
    guard let text, !text.isEmpty else { return nil }
    let isNone = text.range(of: "//\(size.rawValue)x") != nil
    return isNone ? nil : URL(string: text)
  }
}
