import Foundation

/// Where a sign-in leads back to, as far as it can be compared.
package struct RedirectAddress: Sendable, Hashable {
  private let scheme: String
  private let host: String
  private let port: Int?
  private let path: String
  private let service: CatalogService

  /// - Throws: ``CatalogError/Code/invalidArgument`` for what the service refuses (since April 2025):
  ///   http to anything but a loopback address by number.
  package init(_ text: String, of service: CatalogService) throws(CatalogError) {
    guard let url = URL(string: text), let address = Self(url, service), address.isAllowed,
      url.fragment == nil, url.query == nil, url.user == nil
    else {
      throw CatalogError(
        .invalidArgument,
        "A sign-in leads back to https, to http://127.0.0.1 or http://[::1], or to a scheme of "
          + "the app's own, without a query",
        service: service
      )
    }
    self = address
  }

  private init?(_ url: URL, _ service: CatalogService) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased()
    else { return nil }
    self.scheme = scheme
    self.service = service
    host = parts.percentEncodedHost?.lowercased() ?? ""
    port = parts.port
    path = parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath
  }

  /// Whether a URL is to this address, whatever its query.
  package func matches(_ url: URL) -> Bool { Self(url, service) == self }

  private var isAllowed: Bool {
    switch scheme {
    case "https": !host.isEmpty && host != "localhost"
    case "http": ["127.0.0.1", "[::1]", "::1"].contains(host)
    case "file", "data", "javascript": false
    case _: true
    }
  }
}

extension RedirectAddress {
  /// The code in what came back.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/stateMismatch`` where it is no answer to the attempt with
  ///   this `state`; ``CatalogError/Code/accessDenied`` where the user did not let the app in;
  ///   ``CatalogError/Code/badRequest`` where the service names another error;
  ///   ``CatalogError/Code/malformedReply`` where there is no code in it.
  package func code(in callback: URL, state: String) throws(CatalogError) -> String {
    guard matches(callback) else { throw strange("is to another address") }
    let query = URLComponents(url: callback, resolvingAgainstBaseURL: true)?.percentEncodedQuery
    let answer = RequestQuery.items(in: "?" + (query ?? ""))
    /// The value of a name that is there once: of two, nobody knows which one counts.
    func single(_ name: String) -> String? {
      let values = answer.filter { $0.name == name }
      return values.count == 1 ? values[0].value : nil
    }
    // First of all: whatever else is in a stranger's answer, does not count.
    guard let sent = single("state") else { throw strange("has no state") }
    guard SignInSecrets.areEqual(sent, state) else { throw strange("has another state") }
    if let failure = single("error") { throw refused(failure) }
    guard let code = single("code"), !code.isEmpty else {
      throw CatalogError(
        .malformedReply,
        "The sign-in came back without a code",
        service: service
      )
    }
    return code
  }

  private func strange(_ fault: String) -> CatalogError {
    CatalogError(
      .stateMismatch,
      "What came back is no answer to this sign-in: it \(fault)",
      service: service
    )
  }

  private func refused(_ name: String) -> CatalogError {
    if name == "access_denied" {
      return CatalogError(.accessDenied, "The user did not let the app in", service: service)
    }
    return CatalogError(
      .badRequest,
      "The sign-in came back with an error",
      service: service,
      details: TokenEndpoint.isName(name) ? [.init(code: name)] : []
    )
  }
}
