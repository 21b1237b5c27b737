/// Names a player that was added to a queue.
package struct PlayerRef: Hashable, Sendable {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }
}

/// What the queue machine asks of its driver.
package enum QueueCommand: Sendable {
  /// Read the track's player types, then feed back `chosen`.
  case choose(LoadID, any Track)
  case prepare(PlayerRef, LoadID, any Track, clip: Clip?, at: Duration, isPlaying: Bool)
  case control(PlayerRef, LoadCommand, LoadID)
  case change(PlayerRef, OutputSettings)
  case preload(PlayerRef, LoadID, any Track, clip: Clip?, after: LoadID)
  case beginPreloaded(PlayerRef, LoadID, after: LoadID, wantsToPlay: Bool)
  case cancelPreload(PlayerRef, LoadID)
}

/// What one input of the queue machine causes.
package struct QueueStep: Sendable {
  package var changes: [QueueChange] = []
  package var commands: [QueueCommand] = []
}
