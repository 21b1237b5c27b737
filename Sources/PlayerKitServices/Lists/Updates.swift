/// The changes of a value, for one reader.
///
/// The first element is the current value. Each further one differs from the previous one. A slow
/// reader skips to the newest value.
///
/// Iterate it only once. A second loop, concurrent or later, gets only the elements that the first
/// one has not taken, and none after the first loop's task was canceled. Request a separate
/// sequence for each reader.
public struct Updates<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// The type of the value.
  public typealias Element = Value

  let stream: AsyncStream<Value>

  /// Makes an iterator. Iterators of one sequence share its elements, so make only one.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: stream.makeAsyncIterator())
  }

  /// Iterates over ``Updates``.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<Value>.Iterator
    fileprivate var last: Value?

    /// Returns the next change. `nil` at the end, and if the task is canceled.
    public mutating func next() async -> Value? {
      while let next = await base.next() {
        // A change that was undone before the reader saw it is no change.
        guard next != last else { continue }
        last = next
        return next
      }
      return nil
    }
  }
}
