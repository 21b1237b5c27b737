import Foundation

/// A request as the simulated services see it: already parsed, path without the service's prefix.
struct SimulatedRequest: Sendable {
  var method: String
  /// Raw, still percent-encoded, e.g. `/v1/catalog/us/songs/1`.
  var path: String
  /// Decoded, `+` as space, in order.
  var query: Query.Pairs
  /// Names lower-cased.
  var headers: [String: String]
  var body: Data
  /// The simulator's clock.
  var now: Date
  /// For example `http://127.0.0.1:8080/media`.
  var mediaBase: String
  /// Where the service itself is, for example `http://127.0.0.1:8080/applemusic`.
  var serviceBase: String

  var isReading: Bool { method == "GET" || method == "HEAD" }
  /// A HEAD is answered as a GET would be.
  var readMethod: String { isReading ? "GET" : method }

  /// The body as JSON's object; nil where it is none.
  var object: [String: Any]? {
    (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
  }
}

/// What a simulated service answers.
struct SimulatedResponse: Sendable {
  var status: Int
  var headers: [(String, String)] = []
  var body = Data()

  static func json(status: Int = 200, _ value: JSON) -> SimulatedResponse {
    SimulatedResponse("application/json;charset=utf-8", value.data, status: status)
  }

  static func text(_ status: Int, _ text: String) -> SimulatedResponse {
    SimulatedResponse("text/plain; charset=utf-8", Data(text.utf8), status: status)
  }

  /// The page that a gateway shows in a service's stead.
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

  /// For a method that a path does not take.
  static func wrongMethod(allowed: String) -> SimulatedResponse {
    SimulatedResponse(status: 405, headers: [("Allow", allowed)])
  }

  /// The words beside a status.
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
  /// A body of a type.
  init(_ type: String, _ body: Data, status: Int = 200) {
    self.init(status: status, headers: [("Content-Type", type)], body: body)
  }
}

/// A refusal: the answer in the service's own form.
struct Refusal: Error {
  var response: SimulatedResponse

  init(_ response: SimulatedResponse) { self.response = response }

  init(_ status: Int, _ body: JSON) { response = .json(status: status, body) }
}

/// One service behind a path prefix of the simulator. A fresh one is made at the start and by each
/// reset, so whatever state it has ends there.
protocol SimulatedService: Sendable {
  /// All endpoints. The service answers no other with a success, unless it lists none.
  var endpoints: [Endpoint] { get }
  /// The answer. What is thrown and no refusal is a failure of the service.
  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse
  /// A request comes, and is under way until ``ended()``.
  ///
  /// - Returns: whether it is answered; if not it is one too many.
  func began() -> Bool
  /// A request is over that ``began()`` was told of.
  func ended()
  /// An answer of that status in the service's own form of errors.
  func failure(status: Int) -> SimulatedResponse
  /// What the service says to too many requests.
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

/// So many requests in any so many seconds.
struct RateWindow: Sendable {
  var requests: Int
  let seconds: TimeInterval
  /// For how long whoever sends more is locked out; nil for just as long as need be.
  var lock: TimeInterval?
  private(set) var admitted: [Date] = []
  private(set) var lockedUntil = Date.distantPast

  /// Nil where a request that comes at that time is answered, which then counts; else the seconds
  /// until one would be.
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
