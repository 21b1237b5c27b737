/// Decides which connections a server with a limited number of places admits.
///
/// Connections that have not sent the server's secret must not block others. So an address has few
/// of these, and the oldest is closed to admit a new connection.
package struct ConnectionPlaces: Sendable {
  package struct Connection: Sendable {
    /// Increases with each connection.
    package var id: Int
    package var address: String
    /// Whether the connection has sent the secret, or needs none.
    package var isTrusted: Bool

    package init(id: Int, address: String, isTrusted: Bool) {
      self.id = id
      self.address = address
      self.isTrusted = isTrusted
    }
  }

  package enum Decision: Sendable, Equatable {
    case admit
    /// Close this connection, then admit the new one.
    case replace(Int)
    case refuse
  }

  /// The maximum number of connections.
  package let maximum: Int
  /// The maximum number of untrusted connections of one address.
  package let maximumUntrusted: Int

  package init(maximum: Int, maximumUntrusted: Int) {
    self.maximum = maximum
    self.maximumUntrusted = maximumUntrusted
  }

  package func decide(for address: String, among connections: [Connection]) -> Decision {
    let untrusted = Dictionary(grouping: connections.filter { !$0.isTrusted }, by: \.address)
    if let own = untrusted[address], own.count >= maximumUntrusted {
      return Self.replaceOldest(of: own)
    }
    guard connections.count >= maximum else { return .admit }
    // Close a connection of the address that has the most, so that a flood affects only itself.
    let largest = untrusted.values.map(\.count).max()
    return Self.replaceOldest(of: untrusted.values.filter { $0.count == largest }.flatMap(\.self))
  }

  private static func replaceOldest(of connections: [Connection]) -> Decision {
    connections.map(\.id).min().map(Decision.replace) ?? .refuse
  }
}
