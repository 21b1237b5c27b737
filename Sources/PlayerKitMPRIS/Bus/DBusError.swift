/// A D-Bus error: a name from an open set, and a message for people.
struct DBusError: Error, Sendable, Hashable {
  /// The name, such as `org.freedesktop.DBus.Error.InvalidArgs`.
  let name: String
  /// The description of the error.
  let message: String

  init(_ name: String, _ message: String) {
    self.name = name
    self.message = message
  }

  private static func standard(_ name: String, _ message: String) -> DBusError {
    DBusError("org.freedesktop.DBus.Error." + name, message)
  }

  static func invalidArguments(_ message: String) -> DBusError { standard("InvalidArgs", message) }

  static func notSupported(_ message: String) -> DBusError { standard("NotSupported", message) }

  static func failed(_ message: String) -> DBusError { standard("Failed", message) }

  static func accessDenied(_ message: String) -> DBusError { standard("AccessDenied", message) }

  static func limitsExceeded(_ message: String) -> DBusError { standard("LimitsExceeded", message) }

  static func unknownMethod(_ name: String) -> DBusError {
    standard("UnknownMethod", "There is no method \(name).")
  }

  static func unknownInterface(_ name: String) -> DBusError {
    standard("UnknownInterface", "There is no interface \(name).")
  }

  static func unknownProperty(_ name: String) -> DBusError {
    standard("UnknownProperty", "There is no property \(name).")
  }

  static func readOnly(_ name: String) -> DBusError {
    standard("PropertyReadOnly", "The property \(name) is read-only.")
  }

  /// There is currently no bus.
  static let disconnected = standard("Disconnected", "There is no connection to a bus.")

  /// The environment names no bus, and this won't change.
  static let noBus = standard("NoServer", "There is no bus in this environment.")

  /// Makes an error from a failed C library call with a negative `errno`.
  static func system(_ status: Int32, _ what: String) -> DBusError {
    failed("\(what): error \(-status).")
  }
}
