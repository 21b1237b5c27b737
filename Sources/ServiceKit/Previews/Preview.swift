import Foundation

/// Where the preview of a track is.
public struct Preview: Sendable, Hashable {
  /// The address of the audio; http or https.
  public var url: URL
  /// Header fields for requests to the address's host. They may be secrets: no store keeps them.
  public var headers: [String: String]
  /// When the address ceases to work; `nil` where the service states nothing.
  public var expiration: Date?

  /// Makes a preview.
  public init(url: URL, headers: [String: String] = [:], expiration: Date? = nil) {
    self.url = url
    self.headers = headers
    self.expiration = expiration
  }
}

extension Preview {
  /// A service's word alone leads to no other place than a server.
  public init?(at url: URL) {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
      return nil
    }
    self.init(url: url)
  }
}
