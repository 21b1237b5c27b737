import PlayerKit
import PlayerKitSystem

/// The location of a picture.
enum ArtworkPlace: Hashable, Sendable {
  case address(URL)
  case key(Artwork.Key)
}

/// A picture in a size.
struct ArtworkRequest: Hashable, Sendable {
  let place: ArtworkPlace
  /// 0 for a URL, as each size has its own URL.
  let pixels: Int
}

/// Decides which pictures are located and read, and who waits for them. Pure.
///
/// A second request for the same picture waits for the first. A load without waiters is cancelled,
/// but counts as being read until its thread has ended.
struct ArtworkLoads: Sendable {
  typealias ID = Int

  enum Action: Sendable {
    /// Locate the bytes; answered by ``found(_:_:)`` or ``finished(_:)``.
    case find(ID, ArtworkRequest)
    /// Read the bytes; answered by ``finished(_:)``.
    case read(ID, MediaSource)
    case giveUp(ID)
  }

  private struct Load {
    let request: ArtworkRequest
    var waiters: Set<Int>
  }

  private let maximumAtOnce: Int
  private var serial = 0
  private var loads: [ID: Load] = [:]
  private var ids: [ArtworkRequest: ID] = [:]
  private var reading: Set<ID> = []
  /// Located, and waiting to be read.
  private var found: [(id: ID, source: MediaSource)] = []

  init(maximumAtOnce: Int) {
    self.maximumAtOnce = max(maximumAtOnce, 1)
  }

  /// Whether nothing is loading.
  var isIdle: Bool { loads.isEmpty && reading.isEmpty }

  func isWanted(_ id: ID) -> Bool { loads[id] != nil }

  /// Returns whether it has not been located yet.
  func isSought(_ id: ID) -> Bool {
    isWanted(id) && !reading.contains(id) && !found.contains { $0.id == id }
  }

  /// Adds a waiter for a picture.
  mutating func want(_ request: ArtworkRequest, waiter: Int) -> [Action] {
    if let id = ids[request] {
      loads[id]?.waiters.insert(waiter)
      return []
    }
    serial += 1
    ids[request] = serial
    loads[serial] = Load(request: request, waiters: [waiter])
    return [.find(serial, request)]
  }

  /// Removes a waiter.
  mutating func leave(_ request: ArtworkRequest, waiter: Int) -> [Action] {
    guard let id = ids[request], loads[id]?.waiters.remove(waiter) != nil,
      loads[id]?.waiters.isEmpty == true
    else { return [] }
    loads[id] = nil
    ids[request] = nil
    self.found.removeAll { $0.id == id }
    return [.giveUp(id)]
  }

  /// Called when the bytes were located.
  mutating func found(_ id: ID, _ source: MediaSource) -> [Action] {
    guard loads[id] != nil else { return [] }
    self.found.append((id, source))
    return readNext()
  }

  /// Called when a load has succeeded or failed.
  ///
  /// - Returns: the request and its waiters; `nil` if there are none.
  mutating func finished(_ id: ID) -> (load: (ArtworkRequest, Set<Int>)?, actions: [Action]) {
    reading.remove(id)
    let load = loads.removeValue(forKey: id)
    if let load { ids[load.request] = nil }
    return (load.map { ($0.request, $0.waiters) }, readNext())
  }

  private mutating func readNext() -> [Action] {
    var actions: [Action] = []
    while reading.count < maximumAtOnce, !found.isEmpty {
      let next = found.removeFirst()
      reading.insert(next.id)
      actions.append(.read(next.id, next.source))
    }
    return actions
  }
}
