/// The description of an object's interface, used to check calls and for introspection.
struct DBusInterface: Sendable {
  struct Argument: Sendable {
    let name: String
    let signature: String
  }

  struct Method: Sendable {
    let name: String
    var arguments: [Argument] = []
    var results: [Argument] = []

    var signature: String { arguments.map(\.signature).joined() }
  }

  struct Signal: Sendable {
    let name: String
    let arguments: [Argument]
  }

  struct Property: Sendable {
    /// How changes of a property are announced.
    enum Change: String, Sendable {
      /// With `PropertiesChanged`, including the value.
      case told = "true"
      /// With `PropertiesChanged`, without the value.
      case invalidated = "invalidates"
      /// The property never changes.
      case never = "const"
      /// Changes are not announced.
      case silent = "false"
    }

    let name: String
    let signature: String
    var isWritable = false
    var change = Change.told
  }

  let name: String
  var methods: [Method] = []
  var signals: [Signal] = []
  var properties: [Property] = []

  func method(_ name: String) -> Method? { methods.first { $0.name == name } }

  func property(_ name: String) -> Property? { properties.first { $0.name == name } }
}

// MARK: - Describing

extension DBusInterface {
  /// Returns the description of an object, in the XML of an `Introspect` answer.
  static func introspection(of interfaces: [DBusInterface]) -> String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \((standard + interfaces).map(\.xml).joined(separator: "\n"))
    </node>

    """
  }

  private var xml: String {
    var lines = ["  <interface name=\"\(name)\">"]
    for method in methods {
      lines.append("    <method name=\"\(method.name)\">")
      lines += method.arguments.map { $0.xml(" direction=\"in\"") }
      lines += method.results.map { $0.xml(" direction=\"out\"") }
      lines.append("    </method>")
    }
    for signal in signals {
      lines.append("    <signal name=\"\(signal.name)\">")
      lines += signal.arguments.map { $0.xml("") }
      lines.append("    </signal>")
    }
    for property in properties {
      let access = property.isWritable ? "readwrite" : "read"
      let key = "org.freedesktop.DBus.Property.EmitsChangedSignal"
      lines += [
        "    <property name=\"\(property.name)\" type=\"\(property.signature)\" access=\"\(access)\">",
        "      <annotation name=\"\(key)\" value=\"\(property.change.rawValue)\"/>",
        "    </property>",
      ]
    }
    return (lines + ["  </interface>"]).joined(separator: "\n")
  }

  /// The interfaces of every object.
  static let standard = [
    DBusInterface(
      name: DBusNames.properties,
      methods: [
        Method(
          name: "Get",
          arguments: [
            Argument(name: "interface_name", signature: "s"),
            Argument(name: "property_name", signature: "s"),
          ],
          results: [Argument(name: "value", signature: "v")]
        ),
        Method(
          name: "GetAll",
          arguments: [Argument(name: "interface_name", signature: "s")],
          results: [Argument(name: "properties", signature: "a{sv}")]
        ),
        Method(
          name: "Set",
          arguments: [
            Argument(name: "interface_name", signature: "s"),
            Argument(name: "property_name", signature: "s"),
            Argument(name: "value", signature: "v"),
          ]
        ),
      ],
      signals: [
        Signal(
          name: "PropertiesChanged",
          arguments: [
            Argument(name: "interface_name", signature: "s"),
            Argument(name: "changed_properties", signature: "a{sv}"),
            Argument(name: "invalidated_properties", signature: "as"),
          ]
        )
      ]
    ),
    DBusInterface(
      name: DBusNames.introspectable,
      methods: [
        Method(name: "Introspect", results: [Argument(name: "xml_data", signature: "s")])
      ]
    ),
    DBusInterface(
      name: "org.freedesktop.DBus.Peer",
      methods: [
        Method(name: "Ping"),
        Method(
          name: "GetMachineId",
          results: [Argument(name: "machine_uuid", signature: "s")]
        ),
      ]
    ),
  ]
}

extension DBusInterface.Argument {
  fileprivate func xml(_ direction: String) -> String {
    "      <arg name=\"\(name)\" type=\"\(signature)\"\(direction)/>"
  }
}
