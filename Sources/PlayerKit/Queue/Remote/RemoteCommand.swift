/// A command of a remote control to a queue. Remote protocols translate their own messages to
/// these; see ``QueuePlayer/perform(_:reason:)``.
@nonexhaustive public enum RemoteCommand: Sendable, Hashable {
  /// Start or resume.
  case play
  /// Pause.
  case pause
  /// Pause if playing is wanted; otherwise play. After the end of the queue, play it again.
  case toggle
  /// Stop, and unload the track.
  case stop
  /// Go to the next entry.
  case next
  /// Go to the previous entry, or to the beginning of the track.
  case previous
  /// Try the failed entry again.
  case retry
  /// Remove all entries.
  case clear
  /// Go to a position of the track.
  case seek(to: Duration)
  /// Go forward, or back if it is negative.
  case skip(by: Duration)
  /// Set the volume, from 0 to 1.
  case volume(Double)
  /// Mute or unmute.
  case mute(Bool)
  /// Set the speed.
  case rate(Double)
  /// Turn shuffle on or off.
  case shuffle(Bool)
  /// Repeat the queue, the track, or nothing.
  case repeatMode(RepeatMode)
  /// Turn stopping after the current entry on or off.
  case stopAfterCurrent(Bool)
  /// Pause after this time; `nil` turns the timer off.
  case sleep(after: Duration?)
  /// Pause at the end of the track.
  case sleepAtEndOfTrack
  /// Go to a chapter, by its index.
  case chapter(Int)
  /// Go to the next chapter.
  case nextChapter
  /// Go to the previous chapter, or to the beginning of the current one.
  case previousChapter
  /// Play an entry.
  case jump(to: EntryID)
  /// Remove entries.
  case remove([EntryID])
  /// Move an entry before another one; `nil` for the end.
  case move(EntryID, before: EntryID?)
  /// Move an entry to an index, or to the nearest valid one.
  case place(EntryID, at: Int)
  /// Make an entry of the queue play next, as a new entry. Has no effect for the current one.
  case bringNext(EntryID)
}

extension QueuePlayer {
  /// Performs a command of a remote control.
  ///
  /// - Parameter command: The command to perform.
  /// - Parameter reason: The reason that events give for a pause.
  /// - Throws: ``QueueError`` if an entry is no longer there.
  public func perform(
    _ command: RemoteCommand,
    reason: WantsToPlayReason = .remote
  ) throws(QueueError) {
    switch command {
    case .play: play()
    case .pause: pause(reason: reason)
    case .toggle:
      let status = status
      let isOn = status.playback.wantsToPlay && status.endReason == nil
      if isOn { pause(reason: reason) } else { play() }
    case .stop: stop()
    case .next: next()
    case .previous: previous()
    case .retry: retry()
    case .clear: removeAll()
    case .seek(let position): seek(to: max(.zero, position))
    case .skip(let interval): skip(by: interval)
    case .volume(let volume): self.volume = volume
    case .mute(let isMuted): self.isMuted = isMuted
    case .rate(let rate): self.rate = rate
    case .shuffle(let isShuffled): self.isShuffled = isShuffled
    case .repeatMode(let mode): repeatMode = mode
    case .stopAfterCurrent(let stops): stopsAfterCurrent = stops
    case .sleep(let time): sleepTimer = time.map { .at(clock.now + $0.bounded) }
    case .sleepAtEndOfTrack: sleepTimer = .endOfTrack
    case .chapter(let index): seek(toChapter: index)
    case .nextChapter: nextChapter()
    case .previousChapter: previousChapter()
    case .jump(let entry): try play(entry)
    case .remove(let entries): try remove(entries)
    case .move(let entry, let next):
      try edit { (entries) throws(QueueError) in try entries.move(entry, before: next) }
    case .place(let entry, let index):
      try edit { (entries) throws(QueueError) in
        try entries.move(entry, to: min(max(index, 0), max(entries.count - 1, 0)))
      }
    case .bringNext(let entry):
      try edit { (entries) throws(QueueError) in try entries.bringNext(entry) }
    }
  }
}

extension PlayQueue {
  fileprivate mutating func move(_ entry: EntryID, before next: EntryID?) throws(QueueError) {
    let from = try place(of: entry)
    guard let next else { return try move(entry, to: count - 1) }
    let to = try place(of: next)
    try move(entry, to: to > from ? to - 1 : to)
  }

  fileprivate mutating func bringNext(_ entry: EntryID) throws(QueueError) {
    let item = self[try place(of: entry)].item
    guard entry != current else { return }
    try remove([entry])
    playNext(item)
  }

  private func place(of entry: EntryID) throws(QueueError) -> Int {
    guard let index = index(of: entry) else { throw .unknownEntry(entry) }
    return index
  }
}

/// Reads items that a remote control names, such as `RemoteItemReader` of `PlayerKitServices`.
public protocol RemoteItemReading: Sendable {
  /// Returns the entries for an item: a single one, or the contents of a list. May be called on any
  /// thread, several times at once.
  ///
  /// - Throws: ``PlayerError/Code/blockedURL`` if the item is not allowed,
  ///   ``PlayerError/Code/invalidItem`` if it names nothing; the error of a service if it fails.
  func items(for item: String) async throws(PlayerError) -> [QueueItem]
}

extension RemoteCommand {
  /// How many entries a remote control may fill a queue with. The app itself may add more.
  package static let maximumEntries = 1 << 18
}
