/// The addresses that requests may connect to, both for the source itself and for redirects.
///
/// An address that the app or its user names may be anywhere. An address that a server on the
/// Internet names (a redirect, a playlist entry, a key, a cover) must not lead to the machine
/// itself or its local network. The check uses the address of the connection, not the name. With a
/// proxy, which connects by itself, it uses the name.
///
/// A public address may belong to any server: it is not a loopback, private, link-local or other
/// special address.
public enum NetworkScope: Sendable, Hashable {
  /// Any address, even after a redirect.
  case everywhere
  /// Any address; but after a redirect by a server at a public address, only public ones.
  case publicAfterRedirect
  /// Only public addresses.
  case publicAlone
}

extension NetworkScope {
  /// Returns the scope that both allow.
  package func narrowed(by other: Self?) -> Self {
    switch (self, other) {
    case (.publicAlone, _), (_, .publicAlone): .publicAlone
    case (.publicAfterRedirect, _), (_, .publicAfterRedirect): .publicAfterRedirect
    case (.everywhere, .everywhere), (.everywhere, nil): .everywhere
    }
  }

  /// Returns whether connections to an address are allowed.
  package func allows(_ address: IPAddress?) -> Bool {
    switch self {
    case .everywhere, .publicAfterRedirect: true
    case .publicAlone: address?.isPublic ?? false
    }
  }

  /// Returns whether requests to a host are allowed if another program (a proxy) looks it up and
  /// connects.
  package func allows(host: String) -> Bool {
    switch self {
    case .everywhere, .publicAfterRedirect: true
    case .publicAlone: IPAddress.mayBePublic(host: host)
    }
  }

  /// Returns the scope for addresses that a server names.
  ///
  /// - Parameter isPublic: Whether the server's own address is public.
  package func afterServer(isPublic: Bool) -> NetworkScope {
    switch self {
    case .everywhere: .everywhere
    case .publicAfterRedirect: isPublic ? .publicAlone : .publicAfterRedirect
    case .publicAlone: .publicAlone
    }
  }

  /// Returns whether the host of a URL may be public, judging by its name.
  package static func mayBePublic(_ url: URL) -> Bool {
    IPAddress.mayBePublic(host: url.plainHost)
  }

  /// Returns the scope for addresses that a server named earlier, known only by name. The server
  /// counts as public unless its name rules that out.
  package func ofUnknownServer(at url: URL) -> NetworkScope {
    afterServer(isPublic: IPAddress.mayBePublic(host: url.plainHost))
  }
}

extension URL {
  /// The host in the form for lookups; empty if there is none.
  package var plainHost: String {
    let host = host(percentEncoded: false) ?? ""
    return InternationalHost.ascii(host) ?? host
  }
}

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
