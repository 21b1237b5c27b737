import PlayerKitServices

extension AppleMusic {
  /// Finds out what app and listener may do, and tells of changes.
  ///
  /// It learns in two ways: ``refresh()`` asks the service, and ``record(_:)`` takes in what answers to
  /// other calls show in passing. Nothing runs on its own: an app refreshes at its start and after the
  /// listener has signed in, and notes ``CapabilitySignal/userTokenMissing`` when the listener signs
  /// out, so that nothing of the old account stays. All methods may be called on any thread; no lock is held
  /// while the prober runs.
  public final class CapabilitiesObserver: Sendable {
    /// Sends the call of a probe and returns its answer, whatever the status.
    ///
    /// It may also throw a ``CatalogError`` with status and details of such an answer, and
    /// ``CatalogError/Code/missingCredential`` where there is no user token.
    public typealias Prober = @Sendable (CapabilityProbe) async throws -> HTTPReply

    private let known = FollowedState(CapabilitiesStateMachine()) { $0.capabilities }
    private let probing = Coalescer<Void>()
    private let prober: Prober

    /// Makes an observer that knows nothing yet, and asks nothing before ``refresh()``.
    public init(prober: @escaping Prober) {
      self.prober = prober
    }

    deinit {
      finish()
    }

    /// What is known now. After ``finish()``: what was known last.
    public var present: Capabilities { known.present }

    /// Asks the service, one call after another, as far as the answers make the next one worthwhile.
    ///
    /// Calls at the same time share one round, which goes on where one of them is cancelled.
    ///
    /// - Returns: what is known then.
    /// - Throws: the prober's error where it shows nothing (no network, say): what was known before
    ///   stays. `CancellationError`.
    @discardableResult
    public func refresh() async throws -> Capabilities {
      try await probing.run { [known, prober] in
        for probe in CapabilityProbe.allCases {
          let signals = try await Self.signals(of: probe, by: prober)
          known.record(signals)
          if signals.contains(where: \.endsProbing) { return }
        }
      }
      return present
    }

    /// Takes in what an answer showed. Without effect after ``finish()``.
    public func record(_ signal: CapabilitySignal) {
      known.record([signal])
    }

    /// Takes in an answer to any call, as ``CapabilitySignal/signals(path:status:codes:)`` reads it.
    public func record(path: String, status: Int, codes: [String] = []) {
      known.record(CapabilitySignal.signals(path: path, status: status, codes: codes))
    }

    /// The present capabilities, then each change. Every call gives a sequence of its own, which is
    /// for one reader and one loop: who reads again, or elsewhere, asks for another. It ends
    /// with the observer, which it does not keep alive, and after ``finish()``.
    public var updates: Updates<Capabilities> { known.updates }

    /// Ends all sequences. A second call has no effect.
    public func finish() { known.finish() }

    private static func signals(
      of probe: CapabilityProbe,
      by prober: Prober
    ) async throws -> [CapabilitySignal] {
      do {
        let reply = try await prober(probe)
        let signals = probe.signals(of: reply)
        guard signals.isEmpty else { return signals }
        throw CatalogError(
          reply.response.status.code >= 500 ? .serverError : .badRequest,
          "A probe of the capabilities was answered \(reply.response.status.code)",
          service: .appleMusic,
          httpStatus: reply.response.status.code
        )
      } catch {
        guard let signals = probe.signals(of: error) else { throw error }
        return signals
      }
    }
  }
}

extension FollowedState<AppleMusic.CapabilitiesStateMachine, AppleMusic.Capabilities> {
  fileprivate func record(_ signals: [AppleMusic.CapabilitySignal]) {
    change { machine in
      for signal in signals { _ = machine.record(signal) }
    }
  }
}

extension AppleMusic.CapabilitySignal {
  /// Whether calls that need more than this one did would only fail.
  fileprivate var endsProbing: Bool {
    switch self {
    case .developerTokenRefused, .userTokenMissing, .userTokenRefused, .libraryRefused: true
    case .developerTokenAccepted, .userTokenAccepted, .libraryAccepted: false
    }
  }
}

extension AppleMusic {
  /// What is known of the tokens and the subscription: the state of ``CapabilitiesObserver``.
  struct CapabilitiesStateMachine {
    private enum App {
      case unknown
      case accepted
      case refused
    }

    private enum Listener {
      case unknown
      /// Nobody is signed in, or not validly so.
      case absent
      case present(LibraryAccess)
    }

    private enum LibraryAccess {
      case unknown
      case allowed
      case refused
    }

    private var app = App.unknown
    private var listener = Listener.unknown

    /// What follows from all that was noted.
    var capabilities: Capabilities {
      switch (app, listener) {
      case (.refused, _):
        // Of the listener nothing is known to have changed, but no call would be answered.
        Capabilities(
          canReadCatalog: false,
          canPlayCatalogContent: false,
          canAddToLibrary: false
        )
      case (.unknown, _):
        Capabilities()
      case (.accepted, .unknown), (.accepted, .present(.unknown)):
        Capabilities(canReadCatalog: true)
      case (.accepted, .absent):
        Capabilities(
          canReadCatalog: true,
          canPlayCatalogContent: false,
          canAddToLibrary: false
        )
      case (.accepted, .present(.allowed)):
        Capabilities(
          canReadCatalog: true,
          canPlayCatalogContent: true,
          canAddToLibrary: true,
          canBecomeSubscriber: false
        )
      case (.accepted, .present(.refused)):
        // A tier without a library plays the catalog all the same.
        Capabilities(canReadCatalog: true, canAddToLibrary: false)
      }
    }

    /// Takes in one signal. Returns the capabilities where they have changed.
    mutating func record(_ signal: CapabilitySignal) -> Capabilities? {
      let before = capabilities
      apply(signal)
      return capabilities == before ? nil : capabilities
    }

    private mutating func apply(_ signal: CapabilitySignal) {
      switch signal {
      case .developerTokenAccepted:
        app = .accepted
      case .developerTokenRefused:
        app = .refused
      case .userTokenMissing, .userTokenRefused:
        listener = .absent
      case .userTokenAccepted:
        switch listener {
        case .unknown, .absent: listener = .present(.unknown)
        case .present: break
        }
      case .libraryRefused:
        listener = .present(.refused)
      case .libraryAccepted:
        listener = .present(.allowed)
      }
    }
  }
}
