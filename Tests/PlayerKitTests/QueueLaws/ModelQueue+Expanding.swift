@testable import PlayerKit

extension ModelQueue {
  /// Expands an entry that stood for several. It kept its id, and these follow it.
  mutating func expand(_ entry: EntryID, _ ids: [EntryID], _ real: PlayQueue) throws {
    let before = entry == current ? lastUpNext ?? entry : entry
    guard let last = ids.last, let index = base.firstIndex(of: before) else { return }
    let isWaiting = waiting.contains(entry)
    base.insert(contentsOf: ids, at: index + 1)
    if isWaiting, let place = shuffled?.firstIndex(of: entry) {
      shuffled?.insert(contentsOf: ids, at: place + 1)
    } else if shuffled != nil {
      try takeMixed(ids, into: real)
    }
    guard let upNext else { return }
    if isWaiting, upNext.last == entry { self.upNext = (upNext.first, last) }
  }
}
