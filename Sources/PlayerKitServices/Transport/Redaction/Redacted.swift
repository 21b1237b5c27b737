/// A value whose description, reflection and `dump` show no more than its ``description``, which is the
/// name of its type where the type has no other. For what holds secrets.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension Redacted {
  /// The type's name.
  public var description: String { "\(Self.self)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Shows what ``description`` does, and nothing of the parts.
  public var customMirror: Mirror {
    Mirror(self, children: ["description": description], displayStyle: .struct)
  }
}

// The types of swift-http-types print all their fields: whatever holds one describes itself.

extension HTTPCall: Redacted {
  /// Method, address and fields without secrets, and the size of the body.
  public var description: String {
    let head = "\(request.method.rawValue) \(Redaction.address(of: request))"
    let size = body.map { ", \($0.count) bytes" } ?? ""
    return "\(head) \(Redaction.fields(request.headerFields))\(size)"
  }
}

extension HTTPReply: Redacted {
  /// Status and fields without secrets, and the size of the body.
  public var description: String {
    "\(response.status.code) \(Redaction.fields(response.headerFields)), \(body.count) bytes"
  }
}
