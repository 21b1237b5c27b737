import PlayerKitSystem

/// State with a value that can be observed. All methods may be called on any thread.
package final class FollowedState<State: Sendable, Value: Equatable & Sendable>: Sendable {
  private struct Content {
    var state: State
    var followers: [Int: AsyncStream<Value>.Continuation] = [:]
    var followersAdded = 0
    var isFinished = false
  }

  private let content: Locked<Content>
  private let value: @Sendable (State) -> Value

  /// - Parameter value: Returns the observed value of the state.
  package init(_ state: State, value: @escaping @Sendable (State) -> Value) {
    content = Locked(Content(state: state))
    self.value = value
  }

  deinit {
    finish()
  }

  /// The current value. After ``finish()``, the last one.
  package var present: Value { content.withLock { value($0.state) } }

  /// Changes the state, and sends the value to observers if it differs. Has no effect after
  /// ``finish()``.
  package func change(_ body: (inout State) -> Void) {
    content.withLock { content in
      guard !content.isFinished else { return }
      let before = value(content.state)
      body(&content.state)
      let present = value(content.state)
      guard present != before else { return }
      // Yielding runs no callbacks. Doing it under the lock gives all observers the same order.
      for follower in content.followers.values { follower.yield(present) }
    }
  }

  /// The current value, then each change. The sequence ends after ``finish()`` and with this
  /// object, which it does not keep alive.
  package var updates: Updates<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    content.withLock { content in
      continuation.yield(value(content.state))
      guard !content.isFinished else { return continuation.finish() }
      content.followersAdded += 1
      let number = content.followersAdded
      content.followers[number] = continuation
      continuation.onTermination = { [weak self] _ in self?.leave(number) }
    }
    return Updates(stream: stream)
  }

  /// Ends all sequences. A second call has no effect.
  package func finish() {
    let followers = content.withLock { content in
      content.isFinished = true
      defer { content.followers = [:] }
      return Array(content.followers.values)
    }
    for follower in followers { follower.finish() }
  }

  private func leave(_ number: Int) {
    _ = content.withLock { $0.followers.removeValue(forKey: number) }
  }
}
