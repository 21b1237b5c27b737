import Locking
import MusicCatalog

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

    private struct State {
      var machine = CapabilitiesStateMachine()
      var listeners: [Int: AsyncStream<Capabilities>.Continuation] = [:]
      var listenersAdded = 0
      var isFinished = false

      mutating func record(_ signal: CapabilitySignal) {
        guard !isFinished, let changed = machine.record(signal) else { return }
        // Yielding calls nobody back; in here, so that all hear one order.
        for listener in listeners.values { listener.yield(changed) }
      }
    }

    private let state = Locked(State())
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
    public var present: Capabilities { state.withLock { $0.machine.capabilities } }

    /// Asks the service, one call after another, as far as the answers make the next one worthwhile.
    ///
    /// Calls at the same time share one round, which goes on where one of them is cancelled.
    ///
    /// - Returns: what is known then.
    /// - Throws: the prober's error where it shows nothing (no network, say): what was known before
    ///   stays. `CancellationError`.
    @discardableResult
    public func refresh() async throws -> Capabilities {
      try await probing.run { [state, prober] in
        for probe in CapabilityProbe.allCases {
          let signals = try await Self.signals(of: probe, by: prober)
          state.withLock { state in
            for signal in signals { state.record(signal) }
          }
          if signals.contains(where: \.endsProbing) { return }
        }
      }
      return present
    }

    /// Takes in what an answer showed. Without effect after ``finish()``.
    public func record(_ signal: CapabilitySignal) {
      state.withLock { $0.record(signal) }
    }

    /// Takes in an answer to any call, as ``CapabilitySignal/signals(path:status:codes:)`` reads it.
    public func record(path: String, status: Int, codes: [String] = []) {
      let signals = CapabilitySignal.signals(path: path, status: status, codes: codes)
      state.withLock { state in
        for signal in signals { state.record(signal) }
      }
    }

    /// The present capabilities, then each change. Every call gives a sequence of its own, which is
    /// for one reader and one loop: who reads again, or elsewhere, asks for another. It ends
    /// with the observer, which it does not keep alive, and after ``finish()``.
    public var updates: CapabilitiesUpdates {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Capabilities.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      let number = state.withLock { state -> Int? in
        continuation.yield(state.machine.capabilities)
        guard !state.isFinished else { return nil }
        state.listenersAdded += 1
        state.listeners[state.listenersAdded] = continuation
        return state.listenersAdded
      }
      if let number {
        continuation.onTermination = { [weak state] _ in
          _ = state?.withLock { $0.listeners.removeValue(forKey: number) }
        }
      } else {
        continuation.finish()
      }
      return CapabilitiesUpdates(stream: stream)
    }

    /// Ends all sequences. A second call has no effect.
    public func finish() {
      let listeners = state.withLock { state in
        state.isFinished = true
        defer { state.listeners = [:] }
        return Array(state.listeners.values)
      }
      for listener in listeners { listener.finish() }
    }

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

extension AppleMusic.CapabilitySignal {
  /// Whether calls that need more than this one did would only fail.
  fileprivate var endsProbing: Bool {
    switch self {
    case .developerTokenRefused, .userTokenMissing, .userTokenRefused, .libraryRefused: true
    case .developerTokenAccepted, .userTokenAccepted, .libraryAccepted: false
    }
  }
}
