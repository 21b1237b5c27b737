import HTTPTypes
import PlayerKitSystem
import PlayerKitServices

/// A transport that answers from a closure and remembers what it was asked: no network.
///
/// All methods may be called on any thread. The closure may wait, and throw what a network would.
public final class StubTransport: HTTPTransport {
  private let answer: @Sendable (HTTPCall) async throws -> HTTPReply
  private let log = Locked<[HTTPCall]>([])

  /// Makes a transport that answers each call by `answer`.
  public init(_ answer: @escaping @Sendable (HTTPCall) async throws -> HTTPReply) {
    self.answer = answer
  }

  /// Makes a transport that gives one answer after the other, and the last one on and on; without
  /// any it is unreachable.
  public convenience init(answers: [Result<HTTPReply, CatalogError>]) {
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

  /// The calls so far, in the order in which they came.
  public var calls: [HTTPCall] { log.withLock { $0 } }

  /// Notes the call and answers it.
  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    log.withLock { $0.append(call) }
    return try await answer(call)
  }
}

extension HTTPReply {
  /// An answer of `text`, as JSON where nothing else is said.
  public static func text(
    _ text: String,
    status: HTTPResponse.Status = .ok,
    contentType: String = "application/json;charset=utf-8"
  ) -> HTTPReply {
    HTTPReply(
      HTTPResponse(status: status, headerFields: [.contentType: contentType]),
      body: .init(text.utf8)
    )
  }
}
