import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ArtworkImage {
  /// Makes a picture of bytes; `nil` where they do not begin with the header of one.
  public init?(_ data: Data) {
    guard let header = PictureHeader(data) else { return nil }
    self.init(data: data, format: header.format, width: header.width, height: header.height)
  }
}
