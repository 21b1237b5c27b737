import HTTPTypes
import PlayerKitSystem

extension HTTPTransportRequest {
  /// Makes a call to a URL.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if it is neither HTTP nor HTTPS, or contains a
  ///   user.
  public init(
    _ url: URL,
    method: HTTPRequest.Method = .get,
    fields: HTTPFields = [:],
    body: Data? = nil
  ) throws(CatalogError) {
    self.init(to: url, method: method, fields: fields, body: body)
    request.scheme = request.scheme?.lowercased()
    request.path = request.path.map { String($0.prefix { $0 != "#" }) }
    _ = try request.checkedURL()
  }
}

extension HTTPRequest {
  /// Returns the URL.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if it is neither HTTP nor HTTPS, has no host, or
  ///   contains a user.
  package func checkedURL() throws(CatalogError) -> URL {
    guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw CatalogError(.invalidArgument, "Only http and https addresses are supported.")
    }
    // A path without a leading slash could extend the authority: `host` and `@other/`.
    guard let authority, !authority.contains(where: { "/?#@\\ ".contains($0) }),
      let path, path.first == "/",
      let url = URL(string: "\(scheme)://\(authority)\(path)"), url.host()?.isEmpty == false
    else {
      throw CatalogError(.invalidArgument, "The request has no valid host and path.")
    }
    return url
  }
}
