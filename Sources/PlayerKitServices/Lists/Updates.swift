/// A value as it changes, for one reader.
///
/// The first element is the present, each further one differs from the one before. A reader that
/// is slow skips to the newest.
///
/// To be iterated once: a second loop, at the same time or later, gets only what the first has not
/// taken, and after the first one's task was cancelled nothing. Ask for a sequence for each reader.
public struct Updates<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// The value at that moment.
  public typealias Element = Value

  let stream: AsyncStream<Value>

  /// Reads on. Iterators of one sequence share its elements: make one.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: stream.makeAsyncIterator())
  }

  /// Reads ``Updates``.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<Value>.Iterator
    fileprivate var last: Value?

    /// The next change; `nil` at the end, and where the task is cancelled.
    public mutating func next() async -> Value? {
      while let next = await base.next() {
        // What changed and changed back while nobody read is no change.
        guard next != last else { continue }
        last = next
        return next
      }
      return nil
    }
  }
}
