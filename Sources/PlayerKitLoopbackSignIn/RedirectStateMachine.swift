import PlayerKitServices
import PlayerKitWebServer

#if Server
  /// Decides how a server for one redirect responds.
  struct RedirectStateMachine {
    enum Answer: Hashable {
      case page(RedirectPage)
      /// The request is a redirect. Read it, then call ``redirected(failure:)`` with the result.
      case read
    }

    private enum State {
      case waiting
      case done
    }

    private let path: String
    private var state = State.waiting

    init(path: String) {
      self.path = path
    }

    /// Handles a request.
    func requested(_ method: HTTPRequestHead.Method, path: String) -> Answer {
      guard path == self.path else { return .page(.missing) }
      // The HEAD requests of some tools and browsers must not use up the sign-in.
      guard method == .get else { return .page(.wrongMethod) }
      return switch state {
      case .waiting: .read
      case .done: .page(.answered)
      }
    }

    /// Handles the result of reading a redirect.
    ///
    /// - Returns: The page to show, and whether the sign-in ends. A redirect of another attempt
    ///   does not end it, because anyone could send one.
    mutating func redirected(failure: CatalogError?) -> (page: RedirectPage, isTaken: Bool) {
      switch state {
      case .waiting:
        if failure?.code == .stateMismatch { return (.foreign, false) }
        state = .done
        guard let failure else { return (.success, true) }
        return (failure.code == .accessDenied ? .denied : .failed, true)
      case .done:
        return (.answered, false)
      }
    }
  }
#endif
