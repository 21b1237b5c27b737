import Foundation

/// Who may speak to the server: which names it answers to, which pages may speak to it, and who knows the token.
///
/// A page of somebody else runs in the user's browser, beside ours: it reaches whatever the browser reaches. So
/// each request has to name one of our hosts, which shuts out names that a stranger points at this machine; and
/// whatever does something has to come from our own page.
struct WebAccess: Sendable {
  /// Why a request is refused.
  enum Refusal: Error, Equatable {
    /// It is not meant for us.
    case host
    /// It is another page's.
    case origin
    /// It does not know the token.
    case token
  }

  /// The names that the app gave, in small letters.
  let names: Set<String>
  /// What a client has to know; `nil`: nothing.
  let token: String?
  /// The name of the cookie. Cookies do not tell ports apart.
  let cookieName: String

  init(names: [String], token: String?, port: Int) {
    self.names = Set(names.map { $0.lowercased() })
    self.token = token
    cookieName = "playerkit-\(port)"
  }

  /// Whether a request names us, and comes from a page of ours or from no page.
  ///
  /// - Parameter local: the address at which the client reached us, without a port.
  func checkSource(of head: HTTPRequestHead, local: String) throws(Refusal) {
    guard let host = head["host"].map({ $0.lowercased() }), isOurs(host, local: local) else {
      throw .host
    }
    if let origin = head["origin"] {
      guard origin.lowercased() == "http://\(host)" || isNamed(origin.lowercased(), host) else {
        throw .origin
      }
    }
    if head["sec-fetch-site"] == "cross-site" || head["sec-fetch-site"] == "same-site" {
      // A link on another page may lead here; nothing else of another page may.
      guard head["sec-fetch-mode"] == "navigate", head.method == .get else { throw .origin }
    }
  }

  /// Whether a request that does something comes from a page of ours: all browsers say so of these.
  func checkPage(of head: HTTPRequestHead) throws(Refusal) {
    guard head["origin"] != nil else { throw .origin }
  }

  /// Whether a request knows the token, by its cookie.
  func checkCookie(of head: HTTPRequestHead) throws(Refusal) {
    guard let token else { return }
    guard let cookie = head.cookie(cookieName), Self.isEqual(cookie, token) else { throw .token }
  }

  /// Whether a request knows the token, or there is none.
  func isTrusted(_ head: HTTPRequestHead) -> Bool { (try? checkCookie(of: head)) != nil }

  /// Whether this is the token.
  func checkToken(_ text: String) throws(Refusal) {
    guard let token else { return }
    guard Self.isEqual(text, token) else { throw .token }
  }

  /// What has the browser send the token by itself, to us alone, and shows it to no script.
  func cookie(isSecure: Bool) -> String? {
    token.map {
      "\(cookieName)=\($0); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
        + (isSecure ? "; Secure" : "")
    }
  }

  /// A token of 160 random bits, fit for a fragment and a cookie.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    return String((0..<32).compactMap { _ in letters.randomElement(using: &generator) })
  }

  /// Whether a text can be a token: at least 128 bits, if it is random, and fit for a cookie.
  static func isToken(_ text: String) -> Bool {
    (26...256).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// Compares in a time that tells nothing but the length of the secret.
  static func isEqual(_ guess: String, _ secret: String) -> Bool {
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

  /// Behind a proxy that speaks https for us, under a name that the app gave.
  private func isNamed(_ origin: String, _ host: String) -> Bool {
    guard origin == "https://\(host)", let name = Self.name(of: host) else { return false }
    return names.contains(name)
  }

  static func isLoopback(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  /// The name in a host with or without a port; that of an address of IPv6 without its brackets.
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
