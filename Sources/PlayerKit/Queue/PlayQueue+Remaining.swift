extension PlayQueue {
  /// How many entries are still to come behind the current one in play order, in this lap.
  public var remaining: Int {
    let order = playOrder
    guard let current, let place = order.firstIndex(of: current) else { return 0 }
    return order.count - 1 - place
  }
}
