import Foundation

/// A parsed request to a simulated service. The path does not include the service's prefix.
package struct SimulatedRequest: Sendable {
  package var method: String
  /// The percent-encoded path, e.g. `/v1/catalog/us/songs/1`.
  package var path: String
  /// The decoded parameters, in order.
  package var query: Query.Pairs
  /// The headers, with lowercase names.
  var headers: [String: String]
  var body: Data
  /// The time of the simulator's clock.
  var now: Date
  /// The base address of media, for example `http://127.0.0.1:8080/media`.
  var mediaBase: String
  /// The base address of the service, for example `http://127.0.0.1:8080/applemusic`.
  var serviceBase: String

  package var isReading: Bool { method == "GET" || method == "HEAD" }
  /// The method, with `GET` for a HEAD request.
  var readMethod: String { isReading ? "GET" : method }

  /// The body as a JSON object, or `nil` if it is none.
  var object: [String: Any]? {
    (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
  }
}

/// A response of a simulated service.
package struct SimulatedResponse: Sendable {
  package var status: Int
  var headers: [(String, String)] = []
  var body = Data()

  static func json(status: Int = 200, _ value: JSON) -> SimulatedResponse {
    SimulatedResponse("application/json;charset=utf-8", value.data, status: status)
  }

  package static func text(_ status: Int, _ text: String) -> SimulatedResponse {
    SimulatedResponse("text/plain; charset=utf-8", Data(text.utf8), status: status)
  }

  /// A gateway's page instead of the service's response.
  static func gatewayPage(_ status: Int) -> SimulatedResponse {
    let title = "\(status) \(phrase(of: status))"
    let page = """
      <html>
      <head><title>\(title)</title></head>
      <body>
      <center><h1>\(title)</h1></center>
      <hr>
      </body>
      </html>

      """
    return SimulatedResponse("text/html", Data(page.utf8), status: status)
  }

  func adding(_ name: String, _ value: String?) -> SimulatedResponse {
    var response = self
    if let value { response.headers.append((name, value)) }
    return response
  }

  /// The response to a method that a path does not support.
  static func wrongMethod(allowed: String) -> SimulatedResponse {
    SimulatedResponse(status: 405, headers: [("Allow", allowed)])
  }

  /// The reason phrase of a status.
  static func phrase(of status: Int) -> String { phrases[status] ?? "Status" }

  private static let phrases: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 304: "Not Modified", 307: "Temporary Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 410: "Gone",
    413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable",
    429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}

extension SimulatedResponse {
  /// Makes a response with a body of a content type.
  package init(_ type: String, _ body: Data, status: Int = 200) {
    self.init(status: status, headers: [("Content-Type", type)], body: body)
  }
}

/// An error response in the service's own form.
struct Refusal: Error {
  var response: SimulatedResponse

  init(_ response: SimulatedResponse) { self.response = response }

  init(_ status: Int, _ body: JSON) { response = .json(status: status, body) }
}

/// One service below a path prefix of the simulator. Each start and each reset makes a new one,
/// without any earlier state.
protocol SimulatedService: Sendable {
  /// All endpoints. The service answers no other request successfully, unless it lists none.
  var endpoints: [Endpoint] { get }
  /// Returns the response. An error other than a ``Refusal`` is a failure of the service.
  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse
  /// Registers a request, which is in progress until ``ended()``.
  ///
  /// - Returns: Whether the request is answered. If not, there are too many requests.
  func began() -> Bool
  /// Ends a request that ``began()`` registered.
  func ended()
  /// A response with a status in the service's own form of errors.
  func failure(status: Int) -> SimulatedResponse
  /// The service's response to too many requests.
  func throttled(retryAfter: Int?) -> SimulatedResponse
}

extension SimulatedService {
  var endpoints: [Endpoint] { [] }
  func began() -> Bool { true }
  func ended() {}

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    failure(status: 429).adding("Retry-After", retryAfter.map { String($0) })
  }

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    do {
      return try answer(request)
    } catch let refusal as Refusal {
      return refusal.response
    } catch {
      return failure(status: 500)
    }
  }
}

/// A rate limit: a number of requests in any period of some seconds.
struct RateWindow: Sendable {
  var requests: Int
  let seconds: TimeInterval
  /// How long a client that exceeds the limit is locked out. `nil` locks it out only until the
  /// limit allows a request.
  var lock: TimeInterval?
  private(set) var admitted: [Date] = []
  private(set) var lockedUntil = Date.distantPast

  /// Counts a request at this time and returns `nil` if the limit allows it. Otherwise returns the
  /// seconds until it would.
  mutating func wait(at now: Date) -> TimeInterval? {
    guard now >= lockedUntil else { return lockedUntil.timeIntervalSince(now) }
    admitted.removeAll { now.timeIntervalSince($0) >= seconds }
    guard admitted.count >= requests else {
      admitted.append(now)
      return nil
    }
    guard let lock else { return seconds - now.timeIntervalSince(admitted.first ?? now) }
    admitted = []
    lockedUntil = now.addingTimeInterval(lock)
    return lock
  }
}
