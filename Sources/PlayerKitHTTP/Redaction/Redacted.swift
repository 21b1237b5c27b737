/// A value whose description, reflection and `dump` show only its ``description``, which defaults
/// to the name of its type. For values that contain secrets.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension Redacted {
  /// The name of the type.
  public var description: String { "\(Self.self)" }

  /// Same as ``description``.
  public var debugDescription: String { description }

  /// A mirror that shows only ``description``.
  public var customMirror: Mirror {
    Mirror(self, children: ["description": description], displayStyle: .struct)
  }
}

// The types of swift-http-types print all their fields, so types that contain them need their own
// description.

extension HTTPTransportRequest: Redacted {
  /// Method, address and fields without secrets, and the size of the body.
  public var description: String {
    let head = "\(request.method.rawValue) \(Redaction.address(of: request))"
    let size = body.map { ", \($0.count) bytes" } ?? ""
    return "\(head) \(Redaction.fields(request.headerFields))\(size)"
  }
}

extension HTTPTransportResponse: Redacted {
  /// Status and fields without secrets, and the size of the body.
  public var description: String {
    "\(response.status.code) \(Redaction.fields(response.headerFields)), \(body.count) bytes"
  }
}
