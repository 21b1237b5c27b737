import Foundation
import HTTPTypes
import PlayerKitHTTP
import PlayerKitSystem

@testable import PlayerKitMedia

/// Answers requests at once, as a test scripts it, without a network. It records the requests.
final class FakeServer: HTTPFetcher {
  enum Answer: Sendable {
    case body([UInt8], status: Int = 200)
    /// A byte now and then, without an end.
    case dribble
    /// No answer.
    case silence
  }

  private final class Task: HTTPTask {
    let isCancelled = Locked(false)
    func acknowledge(_ count: Int) {}
    func cancel() { isCancelled.withLock { $0 = true } }
  }

  private let answer: @Sendable (URL) -> Answer
  private let asked = Locked<[HTTPTransportRequest]>([])
  private let queue = DispatchQueue(label: "fake server")
  /// The addresses that answers may name.
  private let reach: NetworkScope?

  /// The redirects of addresses.
  private let leads: @Sendable (URL) -> URL

  init(
    reach: NetworkScope? = nil,
    leads: @escaping @Sendable (URL) -> URL = { $0 },
    _ answer: @escaping @Sendable (URL) -> Answer
  ) {
    self.reach = reach
    self.leads = leads
    self.answer = answer
  }

  var requests: [HTTPTransportRequest] { asked.withLock(\.self) }

  func count(of name: String) -> Int {
    requests.filter { $0.url?.lastPathComponent == name }.count
  }

  func fetch(
    _ request: HTTPTransportRequest,
    _ handler: @escaping @Sendable (HTTPEvent) -> Void
  ) -> (any HTTPTask)? {
    asked.withLock { $0.append(request) }
    guard let url = request.url else { return nil }
    let task = Task()
    queue.async { [self] in
      let answer = answer(url)
      if case .silence = answer { return }
      let status = if case .body(_, let status) = answer { status } else { 200 }
      let head = HTTPTransportResponse(
        status: status,
        fields: [:],
        url: leads(url),
        reach: reach ?? request.reach ?? .everywhere
      )
      handler(.head(head))
      if case .body(let bytes, _) = answer {
        handler(.data(Data(bytes)))
        handler(.end(nil))
      } else {
        dribble(task, handler)
      }
    }
    return task
  }

  private func dribble(_ task: Task, _ handler: @escaping @Sendable (HTTPEvent) -> Void) {
    guard !task.isCancelled.withLock(\.self) else { return }
    handler(.data(Data([0])))
    queue.asyncAfter(deadline: .now() + .milliseconds(5)) { self.dribble(task, handler) }
  }

  func close() {}
}
