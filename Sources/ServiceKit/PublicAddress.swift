import Foundation
import Locking
import PlayerKit

// What a service names is the word of a stranger, and stores keep it: so it has to lead to a server, and
// must hold no secret.

extension URL {
  /// The page of something, at a service's word; `nil` where it leads to no server, or names a user.
  public init?(page text: String?) {
    guard let text, let url = WebAddress.url(text), url.leadsToServer else { return nil }
    self = url
  }

  /// An address that anybody may fetch, and that may be stored; `nil` for one that leads to no server,
  /// and for one with a user or with a query, which may be a signature.
  public init?(publicAddress text: String?) {
    guard let url = URL(page: text), url.query() == nil else { return nil }
    self = url
  }

  private var leadsToServer: Bool {
    ["http", "https"].contains(scheme?.lowercased()) && host()?.isEmpty == false && user() == nil
  }
}

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
