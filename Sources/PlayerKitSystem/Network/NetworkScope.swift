#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which addresses requests may connect to: that of a source, and those to which servers redirect.
///
/// What an app or its user names may lie anywhere. What a server on the Internet names (a redirect,
/// the entry of a playlist, a key, a cover) has no say in what is asked of the machine itself, or
/// of the network around it. The address that is connected to is checked, not the name. Behind a
/// proxy, which connects by itself, the name is.
///
/// Public is what may be anybody's server: no loopback, private, link-local or other special
/// address.
public enum NetworkScope: Sendable, Hashable {
  /// Any address, also after a redirect.
  case everywhere
  /// Any address; but once a server at a public one has redirected, public ones alone.
  case publicAfterRedirect
  /// Public addresses alone.
  case publicAlone
}

extension NetworkScope {
  /// What both allow.
  package func narrowed(by other: Self?) -> Self {
    switch (self, other) {
    case (.publicAlone, _), (_, .publicAlone): .publicAlone
    case (.publicAfterRedirect, _), (_, .publicAfterRedirect): .publicAfterRedirect
    case (.everywhere, .everywhere), (.everywhere, nil): .everywhere
    }
  }

  /// Whether an address may be connected to.
  package func allows(_ address: IPAddress?) -> Bool {
    switch self {
    case .everywhere, .publicAfterRedirect: true
    case .publicAlone: address?.isPublic ?? false
    }
  }

  /// Whether a name may be asked for where another program (a proxy) looks it up and connects.
  package func allows(host: String) -> Bool {
    switch self {
    case .everywhere, .publicAfterRedirect: true
    case .publicAlone: IPAddress.mayBePublic(host: host)
    }
  }

  /// The reach of what a server names.
  ///
  /// - Parameter isPublic: whether the server's own address is a public one.
  package func afterServer(isPublic: Bool) -> NetworkScope {
    switch self {
    case .everywhere: .everywhere
    case .publicAfterRedirect: isPublic ? .publicAlone : .publicAfterRedirect
    case .publicAlone: .publicAlone
    }
  }

  /// Whether the host of an address may be a public one, as far as its name tells.
  package static func mayBePublic(_ url: URL) -> Bool {
    IPAddress.mayBePublic(host: url.plainHost)
  }

  /// The reach of what a server named earlier, of which only the name is known: public, unless that
  /// can't be the name of a public server.
  package func ofUnknownServer(at url: URL) -> NetworkScope {
    afterServer(isPublic: IPAddress.mayBePublic(host: url.plainHost))
  }
}

extension URL {
  /// The host as it is looked up; empty where there is none.
  package var plainHost: String {
    let host = host(percentEncoded: false) ?? ""
    return InternationalHost.ascii(host) ?? host
  }
}
