// The entries that were added to play next.
extension PlayQueue {
  /// The entries that were added to play next and still wait, in play order.
  var waiting: ArraySlice<EntryID> {
    guard let places = upNextPlaces else { return [] }
    return ContiguousArray(playOrder[places])[...]
  }

  /// The last entry of the block that plays next, directly after the current entry; `nil` if there
  /// is none.
  var lastUpNext: EntryID? {
    guard let upNext, let current, let place = playIndex(of: current),
      playIndex(of: upNext.first) == place + 1
    else { return nil }
    return upNext.last
  }

  private var upNextPlaces: ClosedRange<Int>? {
    guard let upNext, let first = playIndex(of: upNext.first),
      let last = playIndex(of: upNext.last), first <= last
    else { return nil }
    return first...last
  }

  /// Drops entries that were reached, and the whole block if its ends are out of order.
  mutating func renewUpNext() {
    guard upNext != nil else { return }
    guard let places = upNextPlaces else {
      upNext = nil
      return
    }
    guard let current, let place = playIndex(of: current), places.contains(place) else { return }
    let next = place < places.upperBound ? playOrder[place + 1] : nil
    upNext = next.flatMap { first in upNext.map { UpNext(first: first, last: $0.last) } }
  }

  /// Drops entries that are about to be removed. Call this before removing them.
  mutating func shrinkUpNext(without isGone: (EntryID) -> Bool) {
    guard let upNext, let places = upNextPlaces else { return }
    guard isGone(upNext.first) || isGone(upNext.last) else { return }
    let order = playOrder
    guard let first = places.first(where: { !isGone(order[$0]) }),
      let last = places.last(where: { !isGone(order[$0]) })
    else {
      self.upNext = nil
      return
    }
    self.upNext = UpNext(first: order[first], last: order[last])
  }
}
