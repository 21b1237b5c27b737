import HTTPTypes

// The types of swift-http-types print all their fields: whatever holds one describes itself.

extension HTTPCall: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method, address and fields without secrets, and the size of the body.
  public var description: String {
    let head = "\(request.method.rawValue) \(Redaction.address(of: request))"
    let size = body.map { ", \($0.count) bytes" } ?? ""
    return "\(head) \(Redaction.fields(request.headerFields))\(size)"
  }

  /// As ``description``.
  public var debugDescription: String { description }

  /// Shows what ``description`` does, and nothing of the parts.
  public var customMirror: Mirror {
    Mirror(self, children: ["description": description], displayStyle: .struct)
  }
}

extension HTTPReply: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Status and fields without secrets, and the size of the body.
  public var description: String {
    "\(response.status.code) \(Redaction.fields(response.headerFields)), \(body.count) bytes"
  }

  /// As ``description``.
  public var debugDescription: String { description }

  /// Shows what ``description`` does, and nothing of the parts.
  public var customMirror: Mirror {
    Mirror(self, children: ["description": description], displayStyle: .struct)
  }
}
