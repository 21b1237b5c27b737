@testable import PlayerKit

extension ModelQueue {
  /// An entry that stood for several, and kept its identity: these came behind it.
  mutating func expand(_ entry: EntryID, _ ids: [EntryID], _ real: PlayQueue) throws {
    guard let first = ids.first, let last = ids.last, let index = base.firstIndex(of: entry) else {
      return
    }
    let isWaiting = waiting.contains(entry)
    let isBeforeWaiting = entry == current && shuffled == nil && lastUpNext != nil
    base.insert(contentsOf: ids, at: index + 1)
    if isWaiting, let place = shuffled?.firstIndex(of: entry) {
      shuffled?.insert(contentsOf: ids, at: place + 1)
    } else if shuffled != nil {
      try takeMixed(ids, into: real)
    }
    guard let upNext else { return }
    if isWaiting, upNext.last == entry { self.upNext = (upNext.first, last) }
    if isBeforeWaiting { self.upNext = (first, upNext.last) }
  }
}
