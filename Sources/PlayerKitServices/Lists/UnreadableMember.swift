/// A list member that could not be read.
///
/// The list continues without it. The original JSON is kept, and encoded again at its position.
public struct UnreadableMember: Hashable, Sendable {
  /// The position in the list as it was sent, from 0.
  public var index: Int
  /// The id, if there is one.
  public var id: String?
  /// The type, if there is one.
  public var type: String?
  /// The fault, for people: the key and the problem, without the value.
  public var reason: String
  /// The member as it was sent. Numbers that cannot be represented are `null`.
  public var json: JSONValue

  /// Makes a description of an unreadable member.
  public init(index: Int, id: String?, type: String?, reason: String, json: JSONValue) {
    self.index = index
    self.id = id
    self.type = type
    self.reason = reason
    self.json = json
  }

  package init(index: Int, json: JSONValue, reason: String) {
    self.index = index
    self.json = json
    id = json["id"]?.string ?? json["id"]?.int.map(String.init)
    type = json["type"]?.string
    self.reason = reason
  }

  package init(index: Int, json: JSONValue, isNull: Bool, error: any Error) {
    self.init(index: index, json: json, reason: isNull ? "null" : Self.reason(of: error))
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context): "wrong type at \(path(context))"
    case DecodingError.valueNotFound(_, let context): "null at \(path(context))"
    case DecodingError.keyNotFound(let key, _): "no \(key.stringValue)"
    case DecodingError.dataCorrupted(let context):
      "\(context.debugDescription) at \(path(context))"
    default: "not readable"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      .joined(separator: ".")
  }
}
