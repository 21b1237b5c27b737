import PlayerKitSystem

extension String {
  /// Makes the value of an `Authorization` field with a user and a password (RFC 7617).
  package init(basicAuthorization user: String, password: String) {
    self = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }
}

extension URL {
  /// The value of an `Authorization` field with the user of the URL; `nil` if it has none.
  package var basicAuthorization: String? {
    user(percentEncoded: false).map {
      String(basicAuthorization: $0, password: password(percentEncoded: false) ?? "")
    }
  }
}
