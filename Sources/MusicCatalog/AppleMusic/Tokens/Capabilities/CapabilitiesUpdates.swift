extension AppleMusic {
  /// ``Capabilities`` as they change, for one reader.
  ///
  /// The first element is the present, each further one differs from the one before. A reader that
  /// is slow skips to the newest.
  ///
  /// To be iterated once: a second loop, at the same time or later, gets only what the first has not
  /// taken, and after the first one's task was cancelled nothing. Ask the observer for a sequence for
  /// each reader.
  public struct CapabilitiesUpdates: AsyncSequence, Sendable {
    /// What is known at that moment.
    public typealias Element = Capabilities

    let stream: AsyncStream<Capabilities>

    /// Reads on. Iterators of one sequence share its elements: make one.
    public func makeAsyncIterator() -> Iterator {
      Iterator(base: stream.makeAsyncIterator())
    }

    /// Reads ``CapabilitiesUpdates``.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var base: AsyncStream<Capabilities>.Iterator
      private var last: Capabilities?

      fileprivate init(base: AsyncStream<Capabilities>.Iterator) {
        self.base = base
      }

      /// The next change; `nil` at the end, and where the task is cancelled.
      public mutating func next() async -> Capabilities? {
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
}
