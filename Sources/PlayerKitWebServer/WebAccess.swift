import Foundation

/// Access control of the server: the accepted host names, the accepted pages, and the token.
///
/// A page from another site runs in the same browser and can reach the same machines. So each
/// request must name one of our hosts, which prevents DNS rebinding, and each request with an
/// effect must come from our own page.
package struct WebAccess: Sendable {
  /// The reason for refusing a request.
  package enum Refusal: Error, Equatable {
    /// The host is not ours.
    case host
    /// The request comes from another site's page.
    case origin
    /// The token is missing or wrong.
    case token
  }

  /// The host names set by the app, in lowercase.
  package let names: Set<String>
  /// The token that clients need. `nil` for none.
  package let token: String?
  /// The name of the cookie. It contains the port, because cookies are shared between ports.
  package let cookieName: String

  package init(names: [String], token: String?, port: Int) {
    self.names = Set(names.map { $0.lowercased() })
    self.token = token
    cookieName = "playerkit-\(port)"
  }

  /// Checks that a request names one of our hosts, and comes from our page or from no page.
  ///
  /// - Parameter local: The address on which the client reached us, without a port.
  package func checkSource(of head: HTTPRequestHead, local: String) throws(Refusal) {
    guard let host = head["host"].map({ $0.lowercased() }), isOurs(host, local: local) else {
      throw .host
    }
    if let origin = head["origin"] {
      guard origin.lowercased() == "http://\(host)" || isNamed(origin.lowercased(), host) else {
        throw .origin
      }
    }
    if head["sec-fetch-site"] == "cross-site" || head["sec-fetch-site"] == "same-site" {
      // A link on another page may lead here; any other cross-site request is refused.
      guard head["sec-fetch-mode"] == "navigate", head.method == .get else { throw .origin }
    }
  }

  /// Checks that a request with an effect comes from our page. All browsers send an origin with
  /// these requests.
  package func checkPage(of head: HTTPRequestHead) throws(Refusal) {
    guard head["origin"] != nil else { throw .origin }
  }

  /// Checks that a request's cookie contains the token.
  package func checkCookie(of head: HTTPRequestHead) throws(Refusal) {
    guard let token else { return }
    guard let cookie = head.cookie(cookieName), Self.isEqual(cookie, token) else { throw .token }
  }

  /// Returns whether a request has the token, or none is needed.
  package func isTrusted(_ head: HTTPRequestHead) -> Bool { (try? checkCookie(of: head)) != nil }

  /// Checks the token.
  package func checkToken(_ text: String) throws(Refusal) {
    guard let token else { return }
    guard Self.isEqual(text, token) else { throw .token }
  }

  /// Returns the cookie with which the browser sends the token, only to this server and hidden from
  /// scripts.
  package func cookie(isSecure: Bool) -> String? {
    token.map {
      "\(cookieName)=\($0); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
        + (isSecure ? "; Secure" : "")
    }
  }

  /// Makes a token of 160 random bits, with characters allowed in a fragment and a cookie.
  package static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    return String((0..<32).compactMap { _ in letters.randomElement(using: &generator) })
  }

  /// Returns whether a string can be a token: at least 128 bits if it is random, and valid in a
  /// cookie.
  package static func isToken(_ text: String) -> Bool {
    (26...256).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// Compares in a time that reveals only the length of the secret.
  package static func isEqual(_ guess: String, _ secret: String) -> Bool {
    let (guess, secret) = (Array(guess.utf8), Array(secret.utf8))
    var difference: UInt8 = guess.count == secret.count ? 0 : 1
    for index in secret.indices {
      difference |= secret[index] ^ (guess.isEmpty ? 0xFF : guess[index % guess.count])
    }
    return difference == 0 && !secret.isEmpty
  }

  // MARK: - Hosts

  private func isOurs(_ host: String, local: String) -> Bool {
    guard let name = Self.name(of: host) else { return false }
    if names.contains(name) || name == local.lowercased() { return true }
    return Self.isLoopback(local) && (name == "localhost" || name == "127.0.0.1" || name == "::1")
  }

  /// Returns whether the origin is an HTTPS proxy in front of us, with a name set by the app.
  private func isNamed(_ origin: String, _ host: String) -> Bool {
    guard origin == "https://\(host)", let name = Self.name(of: host) else { return false }
    return names.contains(name)
  }

  package static func isLoopback(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  /// Returns the name in a host with or without a port. An IPv6 address has no brackets.
  private static func name(of host: String) -> String? {
    let (name, rest): (Substring, Substring)
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
      name = host[host.index(after: host.startIndex)..<end]
      rest = host[host.index(after: end)...]
    } else {
      let end = host.firstIndex(of: ":") ?? host.endIndex
      (name, rest) = (host[..<end], host[end...])
    }
    guard rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(isDigit) else {
      return nil
    }
    return name.isEmpty ? nil : String(name)
  }
}
