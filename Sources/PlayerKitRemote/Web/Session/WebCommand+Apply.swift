import PlayerKit

extension WebCommand {
  /// Commands the queue. What a page means that is not there any more, since somebody else was faster, fails.
  ///
  /// - Parameter now: on the queue's clock.
  func apply(to queue: QueuePlayer, now: MonotonicInstant) throws(QueueError) {
    switch self {
    case .play: queue.play()
    case .pause: queue.pause(reason: .remote)
    case .toggle:
      let status = queue.status
      let isOn = status.playback.wantsToPlay && status.endReason == nil
      if isOn { queue.pause(reason: .remote) } else { queue.play() }
    case .next: queue.next()
    case .previous: queue.previous()
    case .stop: queue.stop()
    case .retry: queue.retry()
    case .clear: queue.removeAll()
    case .seek(let position): queue.seek(to: position)
    case .skip(let interval): queue.skip(by: interval)
    case .volume(let volume): queue.volume = volume
    case .mute(let isMuted): queue.isMuted = isMuted
    case .rate(let rate): queue.rate = rate
    case .shuffle(let isShuffled): queue.isShuffled = isShuffled
    case .repeatMode(let mode): queue.repeatMode = mode
    case .stopAfterCurrent(let stops): queue.stopsAfterCurrent = stops
    case .chapter(let index): queue.seek(toChapter: index)
    case .jump(let entry): try queue.play(entry)
    case .remove(let entries): try queue.remove(entries)
    case .sleep(let time): queue.sleepTimer = time.map { .at(now + max(.zero, $0)) }
    case .sleepAtEndOfTrack: queue.sleepTimer = .endOfTrack
    case .move(let entry, let before):
      try queue.edit { (entries) throws(QueueError) in try entries.move(entry, before: before) }
    case .place(let entry, let index):
      try queue.edit { (entries) throws(QueueError) in
        try entries.move(entry, to: min(max(index, 0), max(entries.count - 1, 0)))
      }
    case .bringNext(let entry):
      try queue.edit { (entries) throws(QueueError) in try entries.bringNext(entry) }
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

  /// What plays can't play next; it stays.
  fileprivate mutating func bringNext(_ entry: EntryID) throws(QueueError) {
    let item = self[try place(of: entry)].item
    guard entry != current else { return }
    try remove([entry])
    playNext(item)
  }

  fileprivate func place(of entry: EntryID) throws(QueueError) -> Int {
    guard let index = index(of: entry) else { throw .unknownEntry(entry) }
    return index
  }
}
