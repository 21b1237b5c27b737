import PlayerKitSystem
import PlayerKit

/// The location of a picture.
enum ArtworkPlace: Hashable, Sendable {
  case address(URL)
  case key(Artwork.Key)
}

/// A picture in a size.
struct ArtworkWish: Hashable, Sendable {
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
    case find(ID, ArtworkWish)
    /// Read the bytes; answered by ``finished(_:)``.
    case read(ID, MediaSource)
    case giveUp(ID)
  }

  private struct Load {
    let wish: ArtworkWish
    var waiters: Set<Int>
  }

  private let mostAtOnce: Int
  private var serial = 0
  private var loads: [ID: Load] = [:]
  private var ids: [ArtworkWish: ID] = [:]
  private var reading: Set<ID> = []
  /// Located, and waiting to be read.
  private var found: [(id: ID, source: MediaSource)] = []

  init(mostAtOnce: Int) {
    self.mostAtOnce = max(mostAtOnce, 1)
  }

  /// Whether nothing is loading.
  var isIdle: Bool { loads.isEmpty && reading.isEmpty }

  func isWanted(_ id: ID) -> Bool { loads[id] != nil }

  /// Returns whether it has not been located yet.
  func isSought(_ id: ID) -> Bool {
    isWanted(id) && !reading.contains(id) && !found.contains { $0.id == id }
  }

  /// Adds a waiter for a picture.
  mutating func want(_ wish: ArtworkWish, waiter: Int) -> [Action] {
    if let id = ids[wish] {
      loads[id]?.waiters.insert(waiter)
      return []
    }
    serial += 1
    ids[wish] = serial
    loads[serial] = Load(wish: wish, waiters: [waiter])
    return [.find(serial, wish)]
  }

  /// Removes a waiter.
  mutating func leave(_ wish: ArtworkWish, waiter: Int) -> [Action] {
    guard let id = ids[wish], loads[id]?.waiters.remove(waiter) != nil,
      loads[id]?.waiters.isEmpty == true
    else { return [] }
    loads[id] = nil
    ids[wish] = nil
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
  mutating func finished(_ id: ID) -> (load: (ArtworkWish, Set<Int>)?, actions: [Action]) {
    reading.remove(id)
    let load = loads.removeValue(forKey: id)
    if let load { ids[load.wish] = nil }
    return (load.map { ($0.wish, $0.waiters) }, readNext())
  }

  private mutating func readNext() -> [Action] {
    var actions: [Action] = []
    while reading.count < mostAtOnce, !found.isEmpty {
      let next = found.removeFirst()
      reading.insert(next.id)
      actions.append(.read(next.id, next.source))
    }
    return actions
  }
}
