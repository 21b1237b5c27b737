import Foundation

extension Preview {
  /// The address that a store may keep; `nil` of one that expires, or has a query, which may be a
  /// signature: that one is asked for again.
  public var storedURL: URL? {
    expiration == nil && headers.isEmpty && url.query == nil && url.user == nil ? url : nil
  }

  /// The preview at an address that a store kept; `nil` where that leads to no server.
  public init?(stored url: URL?) {
    guard let url, ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false
    else { return nil }
    self.init(url: url)
  }
}
