/// A method call, by us or by a peer.
struct DBusCall: Sendable, Hashable {
  /// The recipient or the caller. `nil` if unknown.
  var peer: String?
  var path: String
  /// `nil` for any interface that has the method.
  var interface: String?
  var method: String
  var arguments: [DBusValue] = []

  /// The types of the arguments.
  var signature: String { arguments.map(\.signature).joined() }
}

/// A signal, from us or from a peer.
struct DBusSignal: Sendable, Hashable {
  /// The unique name of the sender. `nil` for our own signals.
  var sender: String?
  var path: String
  var interface: String
  var name: String
  var arguments: [DBusValue] = []
}

/// A filter for signals. A `nil` property matches anything.
struct DBusMatch: Sendable, Hashable {
  /// A unique name. With a well-known name the bus filters, and the sender is not checked again, so
  /// prefer to watch its owner first.
  var sender: String?
  var path: String?
  var interface: String?
  var name: String?
  /// The first argument, if it is a string.
  var firstArgument: String?

  /// The match rule for the bus. `nil` if a value can't be part of a rule.
  var rule: String? {
    let parts = [
      ("sender", sender), ("path", path), ("interface", interface), ("member", name),
      ("arg0", firstArgument),
    ]
    var rule = "type='signal'"
    for (key, part) in parts {
      guard let part else { continue }
      // Names and paths don't contain quotes, and a rule has two ways to escape them.
      guard !part.contains("'"), !part.contains("\0") else { return nil }
      rule += ",\(key)='\(part)'"
    }
    return rule
  }
}

/// The standard names on every bus.
enum DBusNames {
  static let bus = "org.freedesktop.DBus"
  static let busPath = "/org/freedesktop/DBus"
  static let properties = "org.freedesktop.DBus.Properties"
  static let introspectable = "org.freedesktop.DBus.Introspectable"
}
