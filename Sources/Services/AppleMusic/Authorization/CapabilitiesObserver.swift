import PlayerKitServices
import PlayerKitSystem

extension AppleMusic {
  /// Determines the capabilities of the app and the listener, and reports changes.
  ///
  /// It has two sources: ``refresh()`` asks the service, and ``record(_:)`` takes signals from
  /// replies to other calls. Nothing runs on its own. An app should call ``refresh()`` at launch
  /// and after the listener signs in, and record ``CapabilitySignal/userTokenMissing`` when the
  /// listener signs out, so that no state of the old account remains. All methods may be called on
  /// any thread. No lock is held while the prober runs.
  public final class CapabilitiesObserver: Sendable {
    /// Sends the call of a probe and returns its reply, regardless of the status.
    ///
    /// It may also throw a ``CatalogError`` with the status and details of the reply, or
    /// ``CatalogError/Code/missingCredential`` if there is no user token.
    public typealias Prober = @Sendable (CapabilityProbe) async throws -> HTTPTransportResponse

    private let known = FollowedState(CapabilitiesStateMachine()) { $0.capabilities }
    private let probing = Coalescer<Void>()
    private let prober: Prober

    /// Makes an observer without any knowledge. It sends no request until ``refresh()``.
    public init(prober: @escaping Prober) {
      self.prober = prober
    }

    deinit {
      finish()
    }

    /// The current capabilities. After ``finish()``, the last known ones.
    public var present: Capabilities { known.present }

    /// Asks the service, one call after another, until a further call would only fail.
    ///
    /// Concurrent calls share one round, which continues if one of them is canceled.
    ///
    /// - Returns: The capabilities after the round.
    /// - Throws: The prober's error if it carries no signal, such as a network error; the known
    ///   capabilities stay unchanged. `CancellationError`.
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

    /// Records a signal of a reply. Has no effect after ``finish()``.
    public func record(_ signal: CapabilitySignal) {
      known.record([signal])
    }

    /// Records a reply to any call, as in ``CapabilitySignal/signals(path:status:codes:)``.
    public func record(path: String, status: Int, codes: [String] = []) {
      known.record(CapabilitySignal.signals(path: path, status: status, codes: codes))
    }

    /// The current capabilities, then each change. Each access returns a separate sequence for a
    /// single reader and loop. It ends after ``finish()`` and with the observer, which it does not
    /// keep alive.
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
  /// Whether further probes would only fail.
  fileprivate var endsProbing: Bool {
    switch self {
    case .developerTokenRefused, .userTokenMissing, .userTokenRefused, .libraryRefused: true
    case .developerTokenAccepted, .userTokenAccepted, .libraryAccepted: false
    }
  }
}

extension AppleMusic {
  /// The known state of the tokens and the subscription: the state of ``CapabilitiesObserver``.
  struct CapabilitiesStateMachine {
    private enum App {
      case unknown
      case accepted
      case refused
    }

    private enum Listener {
      case unknown
      /// No listener is signed in, or the token is invalid.
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

    /// The capabilities that follow from all signals.
    var capabilities: Capabilities {
      switch (app, listener) {
      case (.refused, _):
        // The listener's state is unchanged, but the service would answer no call.
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
        // A tier without a library can still play the catalog.
        Capabilities(canReadCatalog: true, canAddToLibrary: false)
      }
    }

    /// Records a signal. Returns the capabilities if they changed.
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
