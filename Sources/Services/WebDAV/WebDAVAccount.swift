import Foundation
import PlayerKitServices

/// The user's account at one WebDAV server. Descriptions contain neither user nor password.
///
/// The password is sent by Basic authentication, and only to the server's scheme, host, and port.
/// By plain HTTP it is sent only to this machine, unless the app allows it.
public struct WebDAVAccount: Sendable, Hashable, Redacted {
  /// The server, with the path below which the user's files are.
  public let server: WebDAVAddress
  private let user: String
  private let password: String
  private let allowsPlainPassword: Bool

  /// Makes an account.
  ///
  /// - Parameter server: The address below which the account is used.
  /// - Parameter user: The user's name at the server.
  /// - Parameter password: The user's password, or a password for apps.
  /// - Parameter allowsPlainPassword: Whether the password may be sent by plain HTTP, which the
  ///   network can read.
  public init(
    server: WebDAVAddress,
    user: String,
    password: String,
    allowsPlainPassword: Bool = false
  ) {
    self.server = server.folder
    self.user = user
    self.password = password
    self.allowsPlainPassword = allowsPlainPassword
  }

  /// Whether the password may be sent at all.
  var mayBeSent: Bool { server.isSecure || isLocal || allowsPlainPassword }

  /// Returns the value of the field `Authorization` for a request; `nil` for other servers.
  func authorization(for address: WebDAVAddress) -> String? {
    guard address.hasSameOrigin(as: server), mayBeSent else { return nil }
    return String(basicAuthorization: user, password: password)
  }

  /// Whether the server is this machine.
  private var isLocal: Bool {
    let host = server.url.host()?.lowercased() ?? ""
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
