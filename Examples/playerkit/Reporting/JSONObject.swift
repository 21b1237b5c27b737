/// One JSON object on one line, with its fields in the order in which they were added.
struct JSONObject {
  private var fields = ""

  /// The text, without a line end.
  var text: String { "{\(fields)}" }

  mutating func add(_ name: String, _ value: String) {
    append(name, Self.quoted(value))
  }

  mutating func add(_ name: String, _ value: Int) {
    append(name, String(value))
  }

  mutating func add(_ name: String, _ value: Bool) {
    append(name, value ? "true" : "false")
  }

  /// Adds seconds, rounded to milliseconds.
  mutating func add(_ name: String, _ value: Duration) {
    append(name, String(((value / .seconds(1)) * 1000).rounded() / 1000))
  }

  /// Adds a number, to three decimal places.
  mutating func add(_ name: String, number value: Double) {
    let rounded = (value * 1000).rounded() / 1000
    append(name, Int(exactly: rounded).map(String.init) ?? String(rounded))
  }

  /// Adds a value. `nil` adds no field.
  mutating func add(_ name: String, _ value: String?) {
    if let value { add(name, value) }
  }

  /// Adds a value. `nil` is written as `null`.
  mutating func add(_ name: String, orNull value: String?) {
    append(name, value.map(Self.quoted) ?? "null")
  }

  /// Adds a number without rounding. `nil` adds no field.
  mutating func add(_ name: String, exactly value: Double?) {
    guard let value, value.isFinite else { return }
    append(name, Int(exactly: value).map(String.init) ?? String(value))
  }

  /// Adds texts, in order.
  mutating func add(_ name: String, _ values: [String]) {
    append(name, "[" + values.map(Self.quoted).joined(separator: ",") + "]")
  }

  /// Adds the current contents of objects, in order.
  mutating func add(_ name: String, _ values: [JSONObject]) {
    append(name, "[" + values.map(\.text).joined(separator: ",") + "]")
  }

  /// Adds the current contents of an object.
  mutating func add(_ name: String, _ value: JSONObject) {
    append(name, value.text)
  }

  mutating func add(_ name: String, _ value: Bool?) {
    if let value { add(name, value) }
  }

  mutating func add(_ name: String, _ value: Int?) {
    if let value { add(name, value) }
  }

  mutating func add(_ name: String, _ value: Duration?) {
    if let value { add(name, value) }
  }

  private mutating func append(_ name: String, _ value: String) {
    if !fields.isEmpty { fields += "," }
    fields += "\(Self.quoted(name)):\(value)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
