import Foundation
import HTTPTypes
import PlayerKitSystem
import PlayerKitTesting

@testable import PlayerKitHTTP

/// The events of one request.
struct Heard: Sendable {
  var heads: [HTTPTransportResponse] = []
  var body = Data()
  var ends: [CatalogError?] = []
  /// The number of redirects before its head.
  var timesRedirected = 0

  var head: HTTPTransportResponse? { heads.first }
  /// Whether the request ended once, and successfully.
  var isWhole: Bool { ends == [nil] }
  var failure: CatalogError? { ends.count == 1 ? ends[0] : nil }

  init(_ events: [HTTPEvent] = []) {
    for event in events {
      switch event {
      case .redirected: timesRedirected += 1
      case .head(let head): heads.append(head)
      case .data(let data): body += data
      case .end(let failure): ends.append(failure)
      }
    }
  }
}

extension HTTPFetcher {
  /// Requests a URL and waits for the end.
  func hear(
    _ url: URL,
    fields: HTTPFields = [:],
    reach: NetworkScope? = nil,
    cookies: CookieJar? = nil
  ) async throws -> Heard {
    try await hear(HTTPTransportRequest(to: url, fields: fields, reach: reach, cookies: cookies))
  }

  /// Sends a request and waits for its end. Bytes that the server sends are taken at once.
  func hear(_ request: HTTPTransportRequest) async throws -> Heard {
    let events = Recorded<HTTPEvent>()
    let task = fetch(request) { events.append($0) }
    guard task != nil else { return Heard() }
    return Heard(
      try await events.wait(for: "the end") { events in
        if case .data(let data)? = events.last { task?.acknowledge(data.count) }
        return Heard(events).ends.count == 1
      }
    )
  }
}
