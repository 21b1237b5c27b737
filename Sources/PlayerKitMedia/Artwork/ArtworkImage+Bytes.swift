import PlayerKit
import PlayerKitSystem

extension ArtworkImage {
  /// Creates a picture from bytes; `nil` if they don't start with a picture header.
  public init?(_ data: Data) {
    guard let header = PictureHeader(data) else { return nil }
    self.init(data: data, format: header.format, width: header.width, height: header.height)
  }
}
