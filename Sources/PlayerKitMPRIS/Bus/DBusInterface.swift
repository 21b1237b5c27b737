/// The description of an object's interface, used to check calls and for introspection.
struct DBusInterface: Sendable {
  /// Names and their types.
  typealias Arguments = KeyValuePairs<String, String>

  struct Method: Sendable {
    let name: String
    var arguments: Arguments = [:]
    var results: Arguments = [:]

    var signature: String { arguments.map { $0.value }.joined() }
  }

  struct Signal: Sendable {
    let name: String
    let arguments: Arguments
  }

  struct Property: Sendable {
    /// How changes of a property are announced.
    enum Change: String, Sendable {
      /// With `PropertiesChanged`, including the value.
      case told = "true"
      /// With `PropertiesChanged`, without the value.
      case invalidated = "invalidates"
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
      lines += Self.xml(method.arguments, " direction=\"in\"")
      lines += Self.xml(method.results, " direction=\"out\"")
      lines.append("    </method>")
    }
    for signal in signals {
      lines.append("    <signal name=\"\(signal.name)\">")
      lines += Self.xml(signal.arguments, "")
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

  private static func xml(_ arguments: Arguments, _ direction: String) -> [String] {
    arguments.map { "      <arg name=\"\($0)\" type=\"\($1)\"\(direction)/>" }
  }

  /// The interfaces of every object.
  static let standard = [
    DBusInterface(
      name: DBusNames.properties,
      methods: [
        Method(
          name: "Get",
          arguments: ["interface_name": "s", "property_name": "s"],
          results: ["value": "v"]
        ),
        Method(
          name: "GetAll",
          arguments: ["interface_name": "s"],
          results: ["properties": "a{sv}"]
        ),
        Method(
          name: "Set",
          arguments: ["interface_name": "s", "property_name": "s", "value": "v"]
        ),
      ],
      signals: [
        Signal(
          name: "PropertiesChanged",
          arguments: [
            "interface_name": "s", "changed_properties": "a{sv}", "invalidated_properties": "as",
          ]
        )
      ]
    ),
    DBusInterface(
      name: DBusNames.introspectable,
      methods: [
        Method(name: "Introspect", results: ["xml_data": "s"])
      ]
    ),
    DBusInterface(
      name: "org.freedesktop.DBus.Peer",
      methods: [
        Method(name: "Ping"),
        Method(name: "GetMachineId", results: ["machine_uuid": "s"]),
      ]
    ),
  ]
}
