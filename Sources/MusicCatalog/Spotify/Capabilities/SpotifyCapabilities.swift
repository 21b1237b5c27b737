import Locking

/// What the app may do, as answers have shown in this session.
///
/// Belongs to one app at the service: share it among the clients of that app, and no others. Any
/// thread; nothing is asked by this on its own.
public final class SpotifyCapabilities: Sendable {
  private struct State {
    var present: Spotify.Capabilities
    var listeners: [Int: AsyncStream<Spotify.Capabilities>.Continuation] = [:]
    var listenersAdded = 0

    mutating func change(to capabilities: Spotify.Capabilities) {
      guard capabilities != present else { return }
      present = capabilities
      // Yielding calls nobody back; in here, so that all hear one order.
      for listener in listeners.values { listener.yield(capabilities) }
    }
  }

  private let state: Locked<State>

  /// Begins with what is known already, from an earlier session say.
  public init(_ known: Spotify.Capabilities = Spotify.Capabilities()) {
    state = Locked(State(present: known))
  }

  deinit {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.finish() }
  }

  /// What is known now.
  public var present: Spotify.Capabilities { state.withLock { $0.present } }

  /// What is known now of one.
  public subscript(capability: Spotify.Capability) -> Spotify.CapabilityState {
    present[capability]
  }

  /// What is known now, then each change. Every call gives a sequence of its own; it ends with this
  /// object, which it does not keep alive.
  public var updates: Updates<Spotify.Capabilities> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Spotify.Capabilities.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state in
      continuation.yield(state.present)
      state.listenersAdded += 1
      state.listeners[state.listenersAdded] = continuation
      return state.listenersAdded
    }
    continuation.onTermination = { [weak state] _ in
      _ = state?.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return Updates(stream: stream)
  }

  /// Notes what is known of one.
  public func note(_ capability: Spotify.Capability, _ value: Spotify.CapabilityState) {
    state.withLock { state in
      var present = state.present
      present[capability] = value
      state.change(to: present)
    }
  }

  /// Forgets all: after the app's class at the service has changed.
  public func forget() {
    state.withLock { $0.change(to: Spotify.Capabilities()) }
  }
}
