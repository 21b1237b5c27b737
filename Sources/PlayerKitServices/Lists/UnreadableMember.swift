/// A member of a list that the service sent in a form that cannot be read.
///
/// The list goes on without it; what was sent is kept, and encoded again where it stood.
public struct UnreadableMember: Hashable, Sendable {
  /// Where it stood in the answer's list, from 0.
  public var index: Int
  /// Its id, where there is one.
  public var id: String?
  /// Its type, where there is one.
  public var type: String?
  /// What is wrong with it, for people: the key and the fault, no value.
  public var reason: String
  /// The member as it was sent, but for numbers that no type holds: those are `null` here.
  public var json: JSONValue

  /// Makes one.
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
