#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What a service names is the word of a stranger, and stores keep it: so it has to lead to a
// server, and must hold no secret.

extension URL {
  /// The page of something, at a service's word; `nil` where it leads to no server, or names a
  /// user.
  public init?(page text: String?) {
    guard let text, let url = WebAddress.url(text), url.leadsToServer else { return nil }
    self = url
  }

  /// An address that anybody may fetch, and that may be stored; `nil` for one that leads to no
  /// server, and for one with a user or with a query, which may be a signature.
  public init?(publicAddress text: String?) {
    guard let url = URL(page: text), url.query() == nil else { return nil }
    self = url
  }

  private var leadsToServer: Bool {
    ["http", "https"].contains(scheme?.lowercased()) && host()?.isEmpty == false && user() == nil
  }
}
