import Foundation

/// The address to which a sign-in redirects, in comparable form.
package struct RedirectAddress: Sendable, Hashable {
  private let scheme: String
  private let host: String
  private let port: Int?
  private let path: String
  private let service: CatalogService

  /// - Throws: ``CatalogError/Code/invalidArgument`` for an address that the service rejects (since
  ///   April 2025): HTTP to anything but a numeric loopback address.
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

  /// Whether a URL has this address, ignoring its query.
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
  /// Returns the code in a callback.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/stateMismatch`` if it does not
  ///   belong to the attempt with this `state`; ``CatalogError/Code/accessDenied`` if the user
  ///   denied access; ``CatalogError/Code/badRequest`` if the service reports another error;
  ///   ``CatalogError/Code/malformedReply`` if it has no code.
  package func code(in callback: URL, state: String) throws(CatalogError) -> String {
    guard matches(callback) else { throw strange("is to another address") }
    let query = URLComponents(url: callback, resolvingAgainstBaseURL: true)?.percentEncodedQuery
    let answer = RequestQuery.items(in: "?" + (query ?? ""))
    /// Returns the value of a name that occurs exactly once. If it occurs twice, it is ambiguous.
    func single(_ name: String) -> String? {
      let values = answer.filter { $0.name == name }
      return values.count == 1 ? values[0].value : nil
    }
    // Checked first: nothing else in a forged callback counts.
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
      "The redirect does not belong to this sign-in: it \(fault)",
      service: service
    )
  }

  private func refused(_ name: String) -> CatalogError {
    if name == "access_denied" {
      return CatalogError(
        .accessDenied,
        "The user refused access. Sign in again, and allow it.",
        service: service
      )
    }
    return CatalogError(
      .badRequest,
      "The sign-in came back with an error",
      service: service,
      details: OAuthFailure.isName(name) ? [.init(code: name)] : []
    )
  }
}
