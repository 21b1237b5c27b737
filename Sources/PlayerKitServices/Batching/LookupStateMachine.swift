/// Collects keys into batches and tracks the callers of each key: the state of ``BatchLoader``.
///
/// One batch gathers keys; any number are under way. A batch that may have failed because of one
/// key is split in halves, which are batches themselves. All batches split from one batch share a
/// budget of splits.
struct LookupStateMachine<Key: Hashable & Sendable, Value: Sendable> {
  typealias Waiter = Int
  typealias BatchID = Int
  typealias Outcome = (waiter: Waiter, result: Result<Value, any Error>)

  struct Batch {
    let id: BatchID
    /// In the order of the requests.
    let keys: [Key]
  }

  private struct Members {
    var keys: [Key] = []
    var waiters: [Key: Set<Waiter>] = [:]
    /// The batch that this one was split from, or itself.
    var root: BatchID

    mutating func add(_ waiter: Waiter, for key: Key) {
      if waiters[key] == nil { keys.append(key) }
      waiters[key, default: []].insert(waiter)
    }

    mutating func remove(_ waiter: Waiter, for key: Key) {
      waiters[key]?.remove(waiter)
    }

    /// Also removes the key if no other caller wants it. For a batch that was not sent yet.
    mutating func drop(_ waiter: Waiter, for key: Key) {
      remove(waiter, for: key)
      guard waiters[key]?.isEmpty == true else { return }
      waiters[key] = nil
      keys.removeAll { $0 == key }
    }

    var wanted: [Key] { keys.filter { waiters[$0]?.isEmpty == false } }
    var isWanted: Bool { waiters.values.contains { !$0.isEmpty } }
  }

  private struct Place {
    var key: Key
    var batch: BatchID
  }

  /// The remaining splits of a batch and the batches split from it.
  private struct Family {
    var splitsLeft: Int
    var batches = 1
  }

  private let batchSize: Int
  private let splitLimit: Int
  private var gathering: (id: BatchID, members: Members)?
  private var flying: [BatchID: Members] = [:]
  private var families: [BatchID: Family] = [:]
  private var flightOf: [Key: BatchID] = [:]
  private var places: [Waiter: Place] = [:]
  private var batchesMade = 0

  init(batchSize: Int, splitLimit: Int) {
    self.batchSize = max(batchSize, 1)
    self.splitLimit = max(splitLimit, 0)
  }

  /// The number of keys waiting for their batch to be sent.
  var gatheredCount: Int { gathering?.members.keys.count ?? 0 }

  /// Whether the batch waits for its window to pass.
  func isGathering(_ id: BatchID) -> Bool { gathering?.id == id }

  /// Whether the batch is under way.
  func isFlying(_ id: BatchID) -> Bool { flying[id] != nil }

  /// Adds a request of `waiter` for `key`. Returns a new batch for which `windowPassed` must be
  /// called after the window, and a batch to send if it is full.
  mutating func ask(_ key: Key, by waiter: Waiter) -> (opened: BatchID?, full: Batch?) {
    if let id = flightOf[key] {
      flying[id]?.add(waiter, for: key)
      places[waiter] = Place(key: key, batch: id)
      return (nil, nil)
    }
    var opened: BatchID?
    if gathering == nil {
      let id = makeID()
      gathering = (id, Members(root: id))
      opened = id
    }
    gathering?.members.add(waiter, for: key)
    places[waiter] = gathering.map { Place(key: key, batch: $0.id) }
    if gatheredCount >= batchSize { return (nil, send()) }
    return (opened, nil)
  }

  /// Handles the end of a batch's window. Returns the batch if it is still gathering.
  mutating func windowPassed(_ id: BatchID) -> Batch? {
    gathering?.id == id ? send() : nil
  }

  /// Removes `waiter`. Has no effect if it is unknown. Returns a batch without any remaining
  /// waiter: the caller cancels its window or fetch.
  mutating func left(_ waiter: Waiter) -> BatchID? {
    guard let place = places.removeValue(forKey: waiter) else { return nil }
    if gathering?.id == place.batch {
      gathering?.members.drop(waiter, for: place.key)
      guard gathering?.members.keys.isEmpty == true else { return nil }
      gathering = nil
      return place.batch
    }
    flying[place.batch]?.remove(waiter, for: place.key)
    guard let members = flying[place.batch], !members.isWanted else { return nil }
    _ = land(place.batch)
    return place.batch
  }

  /// Handles the reply to a batch. Keys that the reply lacks get `missing`.
  mutating func answered(
    _ id: BatchID,
    values: [Key: Value],
    missing: (Key) -> any Error
  ) -> [Outcome] {
    guard let members = land(id) else { return [] }
    return settle(members) { key in
      values[key].map { .success($0) } ?? .failure(missing(key))
    }
  }

  /// Handles a failed batch. If one key alone may be at fault, returns the halves to send instead.
  mutating func failed(
    _ id: BatchID,
    with error: any Error,
    mayBeOneKey: Bool
  ) -> (outcomes: [Outcome], halves: [Batch]) {
    guard let members = flying[id] else { return ([], []) }
    let keys = members.wanted
    if mayBeOneKey, keys.count > 1, families[members.root]?.splitsLeft ?? 0 > 0 {
      return ([], split(id, members, keys))
    }
    _ = land(id)
    return (settle(members) { _ in .failure(error) }, [])
  }

  // MARK: - Batches

  private mutating func makeID() -> BatchID {
    batchesMade += 1
    return batchesMade
  }

  private mutating func send() -> Batch? {
    guard let (id, members) = gathering else { return nil }
    gathering = nil
    families[id] = Family(splitsLeft: splitLimit)
    return launch(id, members)
  }

  private mutating func launch(_ id: BatchID, _ members: Members) -> Batch {
    flying[id] = members
    for key in members.keys { flightOf[key] = id }
    return Batch(id: id, keys: members.keys)
  }

  private mutating func land(_ id: BatchID) -> Members? {
    guard let members = flying.removeValue(forKey: id) else { return nil }
    for key in members.keys where flightOf[key] == id { flightOf[key] = nil }
    families[members.root]?.batches -= 1
    if families[members.root]?.batches == 0 { families[members.root] = nil }
    return members
  }

  private mutating func split(_ id: BatchID, _ members: Members, _ keys: [Key]) -> [Batch] {
    families[members.root]?.splitsLeft -= 1
    // Before the parent lands, so that the family stays alive.
    families[members.root]?.batches += 2
    _ = land(id)
    let middle = keys.count / 2
    return [keys[..<middle], keys[middle...]].map { half in
      let number = makeID()
      let isIn = Set(half)
      let waiters = members.waiters.filter { isIn.contains($0.key) }
      for waiter in waiters.values.joined() { places[waiter]?.batch = number }
      return launch(number, Members(keys: Array(half), waiters: waiters, root: members.root))
    }
  }

  private mutating func settle(
    _ members: Members,
    _ result: (Key) -> Result<Value, any Error>
  ) -> [Outcome] {
    members.keys.flatMap { key -> [Outcome] in
      let waiters = members.waiters[key, default: []]
      guard !waiters.isEmpty else { return [] }
      let result = result(key)
      for waiter in waiters { places[waiter] = nil }
      return waiters.map { ($0, result) }
    }
  }
}
