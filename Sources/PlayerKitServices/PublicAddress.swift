import Foundation
import PlayerKit
import PlayerKitSystem

extension Artwork {
  /// Makes a picture in the sizes that a service offers. Leaves out addresses that are not public.
  /// `nil` if none remains.
  ///
  /// - Parameter images: The addresses, with the longer sides in pixels.
  public init?(addresses images: [(address: String?, size: Int?)]) {
    self.init(
      images.compactMap { image in
        URL(publicAddress: image.address).map { Image(url: $0, size: image.size) }
      }
    )
  }

  /// Makes a picture that a service's server resizes. `nil` if the template gives no public
  /// address.
  ///
  /// - Parameters:
  ///   - template: The address, with `{w}` and `{h}` as placeholders for width and height.
  ///   - largest: The longer side of the largest available size.
  public init?(addressTemplate template: String?, largest: Int? = nil) {
    guard let template, template.contains("{w}") || template.contains("{h}") else { return nil }
    let artwork = Artwork(template: template, largest: largest)
    guard URL(publicAddress: artwork.url(atLeast: 1)?.absoluteString) != nil else { return nil }
    self = artwork
  }
}
