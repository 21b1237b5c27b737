import PlayerKit

/// The version at which each position of the queue last changed, for `plchanges`. Uses 4 bytes per
/// entry.
struct MPDVersions {
  /// The version of the queue in `status`. It increases with each change.
  private(set) var current: UInt32 = 1
  private var versions: [UInt32] = []
  private(set) var queue = PlayQueue()

  init(of queue: PlayQueue) {
    self.queue = queue
    versions = Array(repeating: current, count: queue.count)
  }

  /// Updates to the current queue.
  ///
  /// - Returns: Whether the queue has changed.
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

  /// Marks an entry as changed.
  mutating func touch(_ index: Int?) {
    guard let index, versions.indices.contains(index) else { return }
    versions[index] = current
    advance()
  }

  /// Returns the changed positions without the queue, for use while the client reads.
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
    // As in MPD, versions go from 1 to 2³¹ − 1.
    if current >= UInt32(Int32.max) {
      current = 1
      versions = Array(repeating: 0, count: versions.count)
    }
  }
}
