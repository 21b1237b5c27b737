// URLs from a service are untrusted, and stores keep them, so they must lead to a server and must
// not contain a secret.

extension URL {
  /// Creates the URL of a page that a service names; returns `nil` if it leads to no server or
  /// contains a user.
  public init?(page text: String?) {
    guard let text, let url = WebAddress.url(text), url.leadsToServer else { return nil }
    self = url
  }

  /// Creates a URL that anyone may fetch and that may be stored. Returns `nil` if it leads to no
  /// server, or contains a user or a query, which may be a signature.
  public init?(publicAddress text: String?) {
    guard let url = URL(page: text), url.query() == nil else { return nil }
    self = url
  }

  private var leadsToServer: Bool {
    ["http", "https"].contains(scheme?.lowercased()) && host()?.isEmpty == false && user() == nil
  }
}
