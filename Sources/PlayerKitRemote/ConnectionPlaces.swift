/// Decides which connection gets a place at a server that takes a limited number of them.
///
/// A connection that has not shown the server's secret must not keep others out: an address has few of them,
/// and the oldest gives way to a new connection.
struct ConnectionPlaces {
  struct Connection {
    /// Grows with each connection.
    var id: Int
    var address: String
    /// Whether it has shown the secret, or needs none.
    var isTrusted: Bool
  }

  enum Decision: Equatable {
    case admit
    /// Close this connection, then admit the new one.
    case replace(Int)
    case refuse
  }

  /// The maximum number of connections.
  let maximum: Int
  /// The maximum number of connections of one address that are not trusted.
  let maximumUntrusted: Int

  func decide(for address: String, among connections: [Connection]) -> Decision {
    let untrusted = Dictionary(grouping: connections.filter { !$0.isTrusted }, by: \.address)
    if let own = untrusted[address], own.count >= maximumUntrusted {
      return Self.replaceOldest(of: own)
    }
    guard connections.count >= maximum else { return .admit }
    // The address with the most connections gives way, so that a crowd displaces itself.
    let largest = untrusted.values.map(\.count).max()
    return Self.replaceOldest(of: untrusted.values.filter { $0.count == largest }.flatMap(\.self))
  }

  private static func replaceOldest(of connections: [Connection]) -> Decision {
    connections.map(\.id).min().map(Decision.replace) ?? .refuse
  }
}
