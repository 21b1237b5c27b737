import Foundation
import PlayerKitServiceSimulator

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The response to a request over a real connection.
struct WireReply {
  var status: Int
  var headers: [String: String]
  var body: Data

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON, despite leading white space. `nil` if it is not JSON.
  var json: Any? {
    try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
  }

  var object: [String: Any]? { json as? [String: Any] }
}

/// Sends requests to the simulator as any client would.
enum Client {
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 20
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }()

  /// Sends a request to a path and query after the base, without changes.
  static func send(
    _ path: String,
    at base: URL,
    method: String = "GET",
    headers: [String: String] = [:]
  ) async throws -> WireReply {
    guard let url = URL(string: base.absoluteString + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (body, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let fields = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return WireReply(
      status: response.statusCode,
      headers: Dictionary(fields) { first, _ in first },
      body: body
    )
  }
}

/// Runs a test against its own simulator, and stops the simulator in any case.
func withSimulator(
  _ configuration: ServiceSimulator.Configuration = .init(),
  _ body: (ServiceSimulator) async throws -> Void
) async throws {
  let simulator = try await ServiceSimulator.start(configuration)
  do {
    try await body(simulator)
  } catch {
    await simulator.stop()
    throw error
  }
  await simulator.stop()
}
