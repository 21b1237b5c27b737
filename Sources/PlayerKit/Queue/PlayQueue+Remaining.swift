extension PlayQueue {
  /// How many entries are still to come behind the current one in play order, in this lap.
  public var remaining: Int {
    guard let current, let place = playIndex(of: current) else { return 0 }
    return count - 1 - place
  }
}
