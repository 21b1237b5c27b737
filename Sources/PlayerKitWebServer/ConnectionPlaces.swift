/// Decides which connections a server with a limited number of places admits.
///
/// Connections that have not sent the server's secret must not block others. So an address has few
/// of these, and the oldest is closed to admit a new connection. If all connections are trusted, the
/// one that has been idle longest is closed: clients that keep silent connections open must not lock
/// everybody out, and a client that was closed connects again when it is used.
package struct ConnectionPlaces: Sendable {
  package struct Connection: Sendable {
    /// Increases with each connection.
    package var id: Int
    package var address: String
    /// Whether the connection has sent the secret, or needs none.
    package var isTrusted: Bool
    /// The time of the last request, or of the connection if there was none.
    package var lastUsed: SuspendingClock.Instant

    package init(
      id: Int,
      address: String,
      isTrusted: Bool,
      lastUsed: SuspendingClock.Instant
    ) {
      self.id = id
      self.address = address
      self.isTrusted = isTrusted
      self.lastUsed = lastUsed
    }
  }

  package enum Decision: Sendable, Equatable {
    case admit
    /// Close this connection, then admit the new one.
    case replace(Int)
    /// There are no places at all.
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
    guard !untrusted.isEmpty else { return Self.replaceIdlest(of: connections) }
    // Close a connection of the address that has the most, so that a flood affects only itself. What
    // such a connection sends does not count as use.
    let largest = untrusted.values.map(\.count).max()
    return Self.replaceOldest(of: untrusted.values.filter { $0.count == largest }.flatMap(\.self))
  }

  private static func replaceOldest(of connections: [Connection]) -> Decision {
    connections.map(\.id).min().map(Decision.replace) ?? .refuse
  }

  private static func replaceIdlest(of connections: [Connection]) -> Decision {
    connections.min { ($0.lastUsed, $0.id) < ($1.lastUsed, $1.id) }.map { .replace($0.id) }
      ?? .refuse
  }
}
