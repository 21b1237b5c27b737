/// An error as D-Bus knows it: an open set of names, and words for people.
struct DBusError: Error, Sendable, Hashable {
  /// The name, such as `org.freedesktop.DBus.Error.InvalidArgs`.
  let name: String
  /// What happened.
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

  /// There is no bus, or none yet, or none any more.
  static let disconnected = standard("Disconnected", "There is no connection to a bus.")

  /// The environment names no bus, and never will.
  static let noBus = standard("NoServer", "There is no bus in this environment.")

  /// Nobody answered in time.
  static let noReply = standard("NoReply", "There was no answer in time.")

  /// A call of the C library failed, with an `errno` below 0.
  static func system(_ status: Int32, _ what: String) -> DBusError {
    failed("\(what): error \(-status).")
  }
}
