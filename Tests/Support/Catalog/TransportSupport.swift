import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting

/// A stub whose responses a test provides by hand.
package final class HeldTransport: HTTPTransport {
  private typealias Answer = Result<HTTPTransportResponse, any Error>

  private struct State {
    var cancelled = 0
    var waiting: [CheckedContinuation<Answer, Never>] = []
  }

  private let state = Locked(State())

  /// All calls, waiting or answered.
  package let sent = Recorded<HTTPTransportRequest>()

  package init() {}

  package var calls: [HTTPTransportRequest] { sent.elements }
  package var cancelled: Int { state.withLock { $0.cancelled } }

  package func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    try await withTaskCancellationHandler {
      let answer = await withCheckedContinuation { continuation in
        state.withLock { $0.waiting.append(continuation) }
        sent.append(call)
      }
      return try answer.get()
    } onCancel: {
      state.withLock { $0.cancelled += 1 }
    }
  }

  /// Answers the call that has waited longest.
  package func answerFirst(_ result: Result<HTTPTransportResponse, any Error>) {
    let first = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    first?.resume(returning: result)
  }

  /// Answers all waiting calls.
  package func answer(_ result: Result<HTTPTransportResponse, any Error>) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: result) }
  }
}

extension HTTPTransportRequest {
  package static func get(
    _ path: String = "/a",
    method: HTTPRequest.Method = .get,
    fields: HTTPFields = [:]
  ) -> HTTPTransportRequest {
    HTTPTransportRequest(
      HTTPRequest(
        method: method,
        scheme: "https",
        authority: "a.test",
        path: path,
        headerFields: fields
      )
    )
  }
}

extension HTTPTransportResponse {
  /// A response with a status and no body.
  package static func empty(_ status: Int) -> HTTPTransportResponse {
    .text("", status: .init(code: status))
  }

  package static func status(_ code: Int, _ body: String = "{}", fields: HTTPFields = [:])
    -> HTTPTransportResponse
  {
    HTTPTransportResponse(
      HTTPResponse(status: .init(code: code), headerFields: fields),
      body: Data(body.utf8)
    )
  }
}

extension HTTPField.Name {
  package static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .via }
}
