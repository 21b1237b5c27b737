import PlayerKitServices

#if Server
  /// What a server for one redirect answers.
  struct RedirectStateMachine {
    enum Answer: Hashable {
      case page(RedirectPage)
      /// It is a redirect. Read it, then say by ``redirected(failure:)`` how it went.
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

    /// A request came.
    func requested(_ method: String, path: String) -> Answer {
      guard path == self.path else { return .page(.missing) }
      // A look ahead that some tools and browsers take must not use up the sign-in.
      guard method == "GET" else { return .page(.wrongMethod) }
      return switch state {
      case .waiting: .read
      case .done: .page(.answered)
      }
    }

    /// A redirect was read.
    ///
    /// - Returns: The page to show, and whether the sign-in ends by it. One that belongs to another attempt, or to
    ///   nobody's, ends nothing: anybody could send it.
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
