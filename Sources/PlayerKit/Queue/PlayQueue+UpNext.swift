// What was added to play next.
extension PlayQueue {
  /// The entries that wait, in play order.
  var waiting: ArraySlice<EntryID> {
    guard let places = upNextPlaces else { return [] }
    return ContiguousArray(playOrder[places])[...]
  }

  /// The last of those that play next: they follow the current entry in a row. `nil` where none
  /// does.
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

  /// Nothing waits any more that has been reached, and nothing at all where what stood in a row is
  /// upside down.
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

  /// Nothing waits any more that goes. To be called before it does.
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
