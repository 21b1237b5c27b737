import HTTPTypes
import PlayerKitServices
import PlayerKitSystem

/// Signs requests, and learns which authentication the server supports. Copies share this
/// knowledge.
struct SubsonicSigner: Sendable {
  /// The ways to sign.
  enum Way: Sendable {
    /// With a digest that the server has not accepted yet.
    case untested
    /// With a digest that the server has accepted.
    case token
    /// With the password itself, because the server cannot compute digests.
    case password
  }

  let credentials: SubsonicCredentials?
  /// Whether a password or key may be sent itself.
  let maySendSecret: Bool
  let makeSalt: @Sendable () -> String
  let way = Locked(Way.untested)

  /// Returns the signing parameters for a request.
  ///
  /// - Throws: ``CatalogError/Code/missingCredential``.
  func parameters(_ way: Way? = nil) throws(CatalogError) -> [(name: String, value: String)] {
    switch credentials {
    case nil:
      throw CatalogError(
        .missingCredential,
        "There is no user or key for the server. Set a user and a password, or a key.",
        service: .subsonic
      )
    case .apiKey(let key):
      guard maySendSecret else {
        throw Self.notPrivate("A key is sent without a hash. Use https, or allow it.")
      }
      return [("apiKey", key)]
    case .password(let user, let password):
      switch way ?? self.way.withLock({ $0 }) {
      case .untested, .token:
        let salt = makeSalt()
        return [("u", user), ("t", MD5.hex(password + salt)), ("s", salt)]
      case .password: return [("u", user), ("p", "enc:" + Hexadecimal.text(password.utf8))]
      }
    }
  }

  /// Sends a signed request. If the server only supports the old way, sends it once more in that
  /// way.
  ///
  /// - Parameter teaches: Whether the server checks the signature of this request.
  func exchange(
    _ request: CatalogRequest,
    teaches: Bool,
    _ send: ServiceRequester.Sender
  ) async throws -> HTTPTransportResponse {
    let used = way.withLock { $0 }
    let reply = try await send(signed(request, used), [:])
    guard teaches, case .password = credentials else { return reply }
    let code = SubsonicReply.errorCode(in: reply)
    let isAccepted = code == nil && reply.response.status.code == 200
    switch used {
    case .password: return reply
    case .untested, .token:
      if isAccepted { way.withLock { $0 = .token } }
      // Until the server has accepted a digest, error 10 for a missing parameter may mean the
      // password.
      let refusals = used == .token ? [41, 42] : [10, 41, 42]
      guard let code, refusals.contains(code) else { return reply }
    }
    guard maySendSecret else {
      throw Self.notPrivate("The server accepts only the plain password. Use https, or allow it.")
    }
    let second = try await send(signed(request, .password), [:])
    if SubsonicReply.errorCode(in: second) == nil, second.response.status.code == 200 {
      way.withLock { $0 = .password }
    }
    return second
  }

  private func signed(
    _ request: CatalogRequest,
    _ way: Way
  ) throws(CatalogError) -> CatalogRequest {
    var signed = request
    for (name, value) in try parameters(way) { signed.path.append(item: name, value) }
    return signed
  }

  private static func notPrivate(_ reason: String) -> CatalogError {
    CatalogError(
      .unauthorized,
      "\(reason), and the network would see it. Use https, or allow it.",
      service: .subsonic
    )
  }

  /// 16 digits that nobody can guess.
  static func randomSalt() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
