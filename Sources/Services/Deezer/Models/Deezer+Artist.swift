import Foundation
import PlayerKitServices

extension Deezer {
  /// An artist.
  public struct Artist: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// The page.
    public var link: String?
    /// The page, with parameters that say how somebody came.
    public var share: String?
    /// The picture by an address that leads to it.
    public var picture: String?
    /// The picture, 56 pixels a side; see ``pictureURL(_:)``.
    public var pictureSmall: String?
    /// The picture, 250 pixels a side.
    public var pictureMedium: String?
    /// The picture, 500 pixels a side.
    public var pictureBig: String?
    /// The picture, 1000 pixels a side.
    public var pictureXL: String?
    /// How many albums there are.
    public var albumCount: Int?
    /// How many have the artist among their favorites.
    public var fanCount: Int?
    /// Whether there is a mix of it.
    public var radio: Bool?
    /// The address of its top tracks in the API.
    public var tracklist: String?
    /// The place in a chart, from 1.
    public var position: Int?
    /// Of a contributor: `Main`, `Featured`.
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

  /// The sizes in which the service gives pictures.
  @nonexhaustive public enum PictureSize: Int, Hashable, Sendable, CaseIterable {
    /// 56 pixels a side.
    case small = 56
    /// 250 pixels a side.
    case medium = 250
    /// 500 pixels a side.
    case big = 500
    /// 1000 pixels a side.
    case xl = 1000

    /// The smallest size that has so many pixels a side; the largest where none has.
    public static func covering(_ pixels: Int) -> PictureSize {
      allCases.first { $0.rawValue >= pixels } ?? .xl
    }
  }
}

extension Deezer.Artist {
  /// The picture in a size; `nil` where there is none.
  public func pictureURL(_ size: Deezer.PictureSize) -> URL? {
    Deezer.picture(size, of: [pictureSmall, pictureMedium, pictureBig, pictureXL])
  }
}

extension Deezer {
  /// The address of a size; `nil` as well for the service's gray picture in place of none, in whose
  /// address the name lacks: `…/artist//56x56-….jpg`.
  ///
  /// - Parameter addresses: those of all sizes, the smallest first.
  static func picture(_ size: PictureSize, of addresses: [String?]) -> URL? {
    let text = zip(PictureSize.allCases, addresses).first { $0.0 == size }?.1
    guard let text, !text.isEmpty else { return nil }
    let isNone = text.range(of: "//\(size.rawValue)x") != nil
    return isNone ? nil : URL(string: text)
  }
}
