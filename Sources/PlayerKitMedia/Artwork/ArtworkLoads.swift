import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a picture is.
enum ArtworkPlace: Hashable, Sendable {
  case address(URL)
  case key(Artwork.Key)
}

/// A picture in a size.
struct ArtworkWish: Hashable, Sendable {
  let place: ArtworkPlace
  /// Of an address nothing: another size is at another address.
  let pixels: Int
}

/// Says which pictures are looked for, which are read, and who waits for them. Pure.
///
/// Who wants what others want already waits with them. Where nobody waits any more, it is given up. What
/// was given up holds its place among those that are read until its thread is back.
struct ArtworkLoads: Sendable {
  typealias ID = Int

  enum Action: Sendable {
    /// Find out where the bytes are; the answer is ``found(_:_:)`` or ``finished(_:)``.
    case find(ID, ArtworkWish)
    /// Read them; the answer is ``finished(_:)``.
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
  /// Found, and waiting for their turn.
  private var found: [(id: ID, source: MediaSource)] = []

  init(mostAtOnce: Int) {
    self.mostAtOnce = max(mostAtOnce, 1)
  }

  /// Nothing is under way.
  var isIdle: Bool { loads.isEmpty && reading.isEmpty }

  func isWanted(_ id: ID) -> Bool { loads[id] != nil }

  /// Whether nobody has said yet where it is.
  func isSought(_ id: ID) -> Bool {
    isWanted(id) && !reading.contains(id) && !found.contains { $0.id == id }
  }

  /// Somebody wants a picture.
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

  /// Somebody wants it no longer.
  mutating func leave(_ wish: ArtworkWish, waiter: Int) -> [Action] {
    guard let id = ids[wish], loads[id]?.waiters.remove(waiter) != nil,
      loads[id]?.waiters.isEmpty == true
    else { return [] }
    loads[id] = nil
    ids[wish] = nil
    self.found.removeAll { $0.id == id }
    return [.giveUp(id)]
  }

  /// Its bytes were found.
  mutating func found(_ id: ID, _ source: MediaSource) -> [Action] {
    guard loads[id] != nil else { return [] }
    self.found.append((id, source))
    return readNext()
  }

  /// It is here, or was not to be had.
  ///
  /// - Returns: the wish and who waits; `nil` where nobody does any more.
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
