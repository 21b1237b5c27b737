import HTTPTypes
import PlayerKitServices
import PlayerKitSystem

/// A transport that answers from a closure and records its calls, without a network.
///
/// All methods may be called on any thread. The closure may wait, and may throw the errors of a
/// network.
public final class StubTransport: HTTPTransport {
  private let answer: @Sendable (HTTPTransportRequest) async throws -> HTTPTransportResponse
  private let log = Locked<[HTTPTransportRequest]>([])

  /// Makes a transport that answers each call with `answer`.
  public init(
    _ answer: @escaping @Sendable (HTTPTransportRequest) async throws -> HTTPTransportResponse
  ) {
    self.answer = answer
  }

  /// Makes a transport that gives these answers in turn, and then repeats the last one. Without
  /// answers, the server is unreachable.
  public convenience init(answers: [Result<HTTPTransportResponse, CatalogError>]) {
    let given = Locked(0)
    self.init { _ in
      let index = given.withLock { given in
        defer { given += 1 }
        return min(given, answers.count - 1)
      }
      guard index >= 0 else { throw CatalogError(.unreachable, "There is no answer.") }
      return try answers[index].get()
    }
  }

  /// The calls so far, in order.
  public var calls: [HTTPTransportRequest] { log.withLock { $0 } }

  /// Records the call and answers it.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    log.withLock { $0.append(call) }
    return try await answer(call)
  }
}

extension HTTPTransportResponse {
  /// Makes a reply from a text, as JSON by default.
  public static func text(
    _ text: String,
    status: HTTPResponse.Status = .ok,
    contentType: String = "application/json;charset=utf-8"
  ) -> HTTPTransportResponse {
    HTTPTransportResponse(
      HTTPResponse(status: status, headerFields: [.contentType: contentType]),
      body: .init(text.utf8)
    )
  }
}
