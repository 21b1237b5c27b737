import PlayerKit

/// Which places of the queue changed since when, for `plchanges`: 4 bytes an entry.
struct MPDVersions {
  /// The version of the queue as `status` tells it. A change of the queue ends one.
  private(set) var current: UInt32 = 1
  private var versions: [UInt32] = []
  private(set) var queue = PlayQueue()

  init(of queue: PlayQueue) {
    self.queue = queue
    versions = Array(repeating: current, count: queue.count)
  }

  /// The queue is this now.
  ///
  /// - Returns: whether it is another one than before.
  mutating func update(to new: PlayQueue) -> Bool {
    let changed = new.changedIndices(since: queue)
    let isOther = !changed.isEmpty || new.count != queue.count
    if new.count < versions.count {
      versions.removeLast(versions.count - new.count)
    } else {
      versions.append(
        contentsOf: repeatElement(current, count: new.count - versions.count)
      )
    }
    for range in changed {
      for place in range { versions[place] = current }
    }
    queue = new
    if isOther { advance() }
    return isOther
  }

  /// Something else became known of an entry.
  mutating func touch(_ index: Int?) {
    guard let index, versions.indices.contains(index) else { return }
    versions[index] = current
    advance()
  }

  /// Whether a place changed since a version that a client has seen. Of a version that is none yet, every
  /// place did.
  func hasChanged(_ index: Int, since version: UInt32) -> Bool {
    version > current || versions[index] >= version
  }

  /// The same without the queue, to be asked while the client reads.
  func places(since version: UInt32) -> Places {
    Places(versions: version > current ? [] : versions, version: version, isAll: version > current)
  }

  struct Places {
    fileprivate let versions: [UInt32]
    fileprivate let version: UInt32
    fileprivate let isAll: Bool

    func contains(_ index: Int) -> Bool { isAll || versions[index] >= version }
  }

  private mutating func advance() {
    current &+= 1
    // MPD's numbers go from 1 to 2³¹ − 1, too.
    if current >= UInt32(Int32.max) {
      current = 1
      versions = Array(repeating: 0, count: versions.count)
    }
  }
}
