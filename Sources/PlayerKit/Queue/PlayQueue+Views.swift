// The entries in base order.
extension PlayQueue: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of entries.
  public var endIndex: Int { base.count }

  /// The entry at an index, which must be valid.
  public subscript(index: Int) -> QueueEntry {
    guard let root = base.root, indices.contains(index) else {
      preconditionFailure("no such index")
    }
    return EntryTreeNode.element(at: index, of: root)
  }

  /// Returns an iterator, which is faster than access by index.
  public func makeIterator() -> Iterator {
    Iterator(entries: EntryTreeIterator(base.root))
  }

  /// An iterator over the entries.
  public struct Iterator: IteratorProtocol, Sendable {
    var entries: EntryTreeIterator<QueueEntry>

    /// Returns the next entry; `nil` after the last.
    public mutating func next() -> QueueEntry? { entries.next() }
  }
}

extension PlayQueue {
  /// The entries of a queue in play order, created lazily.
  public struct PlayOrder: RandomAccessCollection, Sendable {
    enum Source: Sendable {
      case base(EntryTreeNode<QueueEntry>.Link?)
      case shuffled(EntryTreeNode<EntryID>.Link?)
    }

    let source: Source

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of entries.
    public var endIndex: Int {
      switch source {
      case .base(let root): root?.count ?? 0
      case .shuffled(let root): root?.count ?? 0
      }
    }

    /// The entry at an index, which must be valid.
    public subscript(index: Int) -> EntryID {
      switch source {
      case .base(let root?) where indices.contains(index):
        EntryTreeNode.element(at: index, of: root).id
      case .shuffled(let root?) where indices.contains(index):
        EntryTreeNode.element(at: index, of: root)
      case .base, .shuffled:
        preconditionFailure("no such index")
      }
    }

    /// Returns an iterator, which is faster than access by index.
    public func makeIterator() -> Iterator {
      switch source {
      case .base(let root): Iterator(source: .base(EntryTreeIterator(root)))
      case .shuffled(let root): Iterator(source: .shuffled(EntryTreeIterator(root)))
      }
    }

    /// An iterator over the entries.
    public struct Iterator: IteratorProtocol, Sendable {
      enum Source: Sendable {
        case base(EntryTreeIterator<QueueEntry>)
        case shuffled(EntryTreeIterator<EntryID>)
      }

      var source: Source

      /// Returns the next entry; `nil` after the last.
      public mutating func next() -> EntryID? {
        switch source {
        case .base(var entries):
          defer { source = .base(entries) }
          return entries.next()?.id
        case .shuffled(var entries):
          defer { source = .shuffled(entries) }
          return entries.next()
        }
      }
    }
  }
}
