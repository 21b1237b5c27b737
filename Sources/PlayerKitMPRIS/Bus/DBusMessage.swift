/// A call of a method, of ours or of somebody else's.
struct DBusCall: Sendable, Hashable {
  /// Whom it is for, or who calls; `nil`: unknown.
  var peer: String?
  var path: String
  /// `nil`: any that has the method.
  var interface: String?
  var method: String
  var arguments: [DBusValue] = []

  /// The types of the arguments.
  var signature: String { arguments.map(\.signature).joined() }
}

/// A signal: ours, or one of somebody else.
struct DBusSignal: Sendable, Hashable {
  /// The unique name of who sent it; `nil`: we.
  var sender: String?
  var path: String
  var interface: String
  var name: String
  var arguments: [DBusValue] = []
}

/// Which signals somebody wants to hear. What is `nil` may be anything.
struct DBusMatch: Sendable, Hashable {
  /// A unique name. With a well-known one the bus chooses, and it is not looked at again: better to
  /// watch its owner first.
  var sender: String?
  var path: String?
  var interface: String?
  var name: String?
  /// The first argument, where it is a text.
  var firstArgument: String?

  /// As the bus wants it; `nil` where a part can't stand in a rule.
  var rule: String? {
    let parts = [
      ("sender", sender), ("path", path), ("interface", interface), ("member", name),
      ("arg0", firstArgument),
    ]
    var rule = "type='signal'"
    for (key, part) in parts {
      guard let part else { continue }
      // No name and no path has one, and a rule has two ways to write it.
      guard !part.contains("'"), !part.contains("\0") else { return nil }
      rule += ",\(key)='\(part)'"
    }
    return rule
  }
}

/// Names that everybody on a bus knows.
enum DBusNames {
  static let bus = "org.freedesktop.DBus"
  static let busPath = "/org/freedesktop/DBus"
  static let properties = "org.freedesktop.DBus.Properties"
  static let introspectable = "org.freedesktop.DBus.Introspectable"
}
