#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which addresses a request may connect to: the one it is made for, and those to which servers lead it.
///
/// What an app or its user names may lie anywhere. What a server at a public address names (a redirect,
/// a playlist's entry, a key, a cover) may lie at public addresses alone: no server on the Internet has
/// a say in what is asked of the machine itself or of the network around it.
package enum AddressReach: Sendable, Hashable {
  /// Any address, also where servers lead.
  case everywhere
  /// Any address; but once a server at a public one has led on, public ones alone.
  case publicWhereLed
  /// Public addresses alone.
  case publicAlone

  /// Whether an address may be connected to.
  func allows(_ address: IPAddress?) -> Bool {
    switch self {
    case .everywhere, .publicWhereLed: true
    case .publicAlone: address?.isPublic ?? false
    }
  }

  /// Whether a name may be asked for where another program (a proxy) looks it up and connects.
  func allows(host: String) -> Bool {
    switch self {
    case .everywhere, .publicWhereLed: true
    case .publicAlone: IPAddress.mayBePublic(host: host)
    }
  }

  /// The reach of what a server names.
  ///
  /// - Parameter isPublic: whether the server's own address is a public one.
  func afterServer(isPublic: Bool) -> AddressReach {
    switch self {
    case .everywhere: .everywhere
    case .publicWhereLed: isPublic ? .publicAlone : .publicWhereLed
    case .publicAlone: .publicAlone
    }
  }

  /// Whether the host of an address may be a public one, as far as its name tells.
  package static func mayBePublic(_ url: URL) -> Bool {
    IPAddress.mayBePublic(host: url.plainHost)
  }

  /// The reach of what a server named earlier, of which only the name is known: public, unless that can't
  /// be the name of a public server.
  package func ofUnknownServer(at url: URL) -> AddressReach {
    afterServer(isPublic: IPAddress.mayBePublic(host: url.plainHost))
  }
}
