/// What a server for one redirect answers: the state of a ``LoopbackRedirect``.
struct RedirectStateMachine {
  typealias Outcome = Result<SpotifyAuthorizationCode, CatalogError>

  struct Answer {
    var page: RedirectPage
    var withBody = true
    /// What the sign-in came to; `nil`: this request had no part in it.
    var outcome: Outcome?
  }

  private enum State {
    case waiting
    case done
  }

  private let path: String
  private let read: @Sendable (_ query: String) -> Outcome
  private var state = State.waiting

  /// - Parameters:
  ///   - path: The path of the redirect; others are not its.
  ///   - read: Reads what came back.
  init(path: String, read: @escaping @Sendable (_ query: String) -> Outcome) {
    self.path = path
    self.read = read
  }

  /// Whether the one request has come.
  var isDone: Bool {
    switch state {
    case .waiting: false
    case .done: true
    }
  }

  /// A request's first line came, without its line end.
  mutating func requested(_ line: String) -> Answer {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return Answer(page: .unreadable)
    }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard target[0] == path else { return Answer(page: .missing, withBody: words[0] != "HEAD") }
    // A look ahead that some tools and browsers take must not use up the sign-in.
    guard words[0] == "GET" else {
      return Answer(page: .wrongMethod, withBody: words[0] != "HEAD")
    }
    switch state {
    case .waiting:
      state = .done
      return answer(to: target.count > 1 ? String(target[1]) : "")
    case .done:
      return Answer(page: .answered)
    }
  }

  private func answer(to query: String) -> Answer {
    let outcome = read(query)
    let page: RedirectPage =
      switch outcome {
      case .success: .success
      case .failure(let error): error.code == .accessDenied ? .denied : .failed
      }
    return Answer(page: page, outcome: outcome)
  }
}
