import FlyingFox
import FlyingSocks
import Foundation
import PlayerKitServices

/// Answers swaps and refreshes on 127.0.0.1. It logs nothing, because all its data is secret.
final class TokenSwapServer: Sendable {
  /// The address that redeems codes.
  let swapURL: URL
  /// The address that redeems refresh tokens.
  let refreshURL: URL

  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Starts a server, and returns when it accepts connections.
  ///
  /// - Parameters:
  ///   - client: The client of the accounts service.
  ///   - redirectURI: The redirect address of the app's sign-ins, which the service compares.
  ///   - port: The port, or 0 for any free port.
  static func start(
    client: OAuthClient,
    redirectURI: String,
    port: UInt16 = 0
  ) async throws -> TokenSwapServer {
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
    await server.appendRoute("POST /swap") { request in
      await answer(to: request) { form in
        guard let code = form["code"] else { return nil }
        return try await client.redeem(
          OAuthCode(code, redirectURI: redirectURI, verifier: form["code_verifier"])
        )
      }
    }
    await server.appendRoute("POST /refresh") { request in
      await answer(to: request) { form in
        guard let token = form["refresh_token"] else { return nil }
        return try await client.refresh(token)
      }
    }
    let running = Task { try await server.run() }
    do {
      try await server.waitUntilListening()
      guard case .ip4(let host, let port)? = await server.listeningAddress,
        let base = URL(string: "http://\(host):\(port)/")
      else { throw SocketError.unsupportedAddress }
      return TokenSwapServer(base: base, server: server, running: running)
    } catch {
      running.cancel()
      throw error
    }
  }

  private init(base: URL, server: HTTPServer, running: Task<Void, any Error>) {
    swapURL = base.appending(path: "swap")
    refreshURL = base.appending(path: "refresh")
    self.server = server
    self.running = running
  }

  /// Returns when the server has ended.
  func wait() async throws { try await running.value }

  /// Closes the port and the connections.
  func stop() async {
    await server.stop()
    running.cancel()
    _ = await running.result
  }

  /// - Parameter tokens: Requests tokens for a form. Returns `nil` if a field is missing.
  private static func answer(
    to request: HTTPRequest,
    by tokens: ([String: String]) async throws -> OAuthAnswer?
  ) async -> HTTPResponse {
    do {
      guard let form = try await Form.fields(of: request), let answer = try await tokens(form)
      else { return failure(.badRequest, "invalid_request") }
      return try response(.ok, answer)
    } catch let error as CatalogError where error.code == .signInRequired {
      // The app asks its user to sign in again.
      return failure(.badRequest, "invalid_grant")
    } catch let error as CatalogError where error.code == .rateLimited {
      var response = failure(.tooManyRequests, "temporarily_unavailable")
      if let pause = error.retryAfter {
        response.headers[HTTPHeader("Retry-After")] = String(pause.components.seconds)
      }
      return response
    } catch {
      // The app can't fix this server's settings, and need not know them.
      return failure(.badGateway, "temporarily_unavailable")
    }
  }

  private static func failure(_ status: HTTPStatusCode, _ name: String) -> HTTPResponse {
    (try? response(status, OAuthFailure(error: name)))
      ?? HTTPResponse(statusCode: status)
  }

  private static func response(
    _ status: HTTPStatusCode,
    _ body: some Encodable
  ) throws -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [.contentType: "application/json", HTTPHeader("Cache-Control"): "no-store"],
      body: try JSONEncoder().encode(body)
    )
  }
}

/// Parses forms.
private enum Form {
  private static let largestSize = 16 << 10

  /// The fields of a form, or `nil` if it is too large, declares no size, or has a field twice.
  static func fields(of request: HTTPRequest) async throws -> [String: String]? {
    // A body without a declared size could be arbitrarily large.
    guard let size = request.headers[HTTPHeader("Content-Length")].flatMap({ Int($0) }),
      (0...largestSize).contains(size), request.headers[HTTPHeader("Transfer-Encoding")] == nil
    else { return nil }
    let text = String(decoding: try await request.bodyData, as: UTF8.self)
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { part in
        let spaced = part.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
      }
      guard parts.count == 2, fields.updateValue(parts[1], forKey: parts[0]) == nil else {
        return nil
      }
    }
    return fields
  }
}
