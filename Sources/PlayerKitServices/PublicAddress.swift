import PlayerKitSystem
import Foundation
import PlayerKit

extension Artwork {
  /// A picture in the sizes that a service names. What is no public address is left out; `nil` where
  /// nothing is left.
  ///
  /// - Parameter images: the addresses, with the longer sides in pixels.
  public init?(addresses images: [(address: String?, size: Int?)]) {
    self.init(
      images.compactMap { image in
        URL(publicAddress: image.address).map { Image(url: $0, size: image.size) }
      }
    )
  }

  /// A picture that a service's server cuts to size; `nil` where the template makes no public address.
  ///
  /// - Parameters:
  ///   - template: with `{w}` and `{h}` in place of width and height.
  ///   - largest: the longer side of the largest that there is.
  public init?(addressTemplate template: String?, largest: Int? = nil) {
    guard let template, template.contains("{w}") || template.contains("{h}") else { return nil }
    let artwork = Artwork(template: template, largest: largest)
    guard URL(publicAddress: artwork.url(atLeast: 1)?.absoluteString) != nil else { return nil }
    self = artwork
  }
}
