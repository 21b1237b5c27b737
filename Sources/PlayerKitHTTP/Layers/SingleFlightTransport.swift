import HTTPTypes
import PlayerKitSystem

/// Combines equal concurrent requests into one.
///
/// Two calls are equal if method, address, header fields, body and limits are equal. Only GET and
/// HEAD are combined. A canceled caller leaves at once without affecting the others. When all have
/// left, the request is canceled, and a later equal call starts a new one. All callers get the same
/// reply or error.
public final class SingleFlightTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let flights = SingleFlight<HTTPTransportRequest, HTTPTransportResponse>()

  /// Makes a transport around another.
  public init(_ base: any HTTPTransport) {
    self.base = base
  }

  /// The number of callers that wait for replies.
  public var waiting: Int { flights.waiting }

  /// Sends a call, or waits for the reply to an equal one.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    guard [.get, .head].contains(call.request.method) else { return try await base.send(call) }
    return try await flights.value(for: call) { [base] in try await base.send(call) }
  }
}
