import PlayerKit

extension Instruction {
  /// Has the queue do it. What makes no sense for the queue as it is, is rejected.
  ///
  /// `quit` is the session's, and does nothing here.
  ///
  /// - Parameter items: what ``item`` was found to be.
  func apply(to queue: QueuePlayer, with items: [QueueItem] = []) throws(Rejection) {
    if case .chapter(.to(let index)) = self {
      guard queue.status.chapters.indices.contains(index) else {
        throw Rejection(message: "There is no chapter \(index).")
      }
    }
    do throws(QueueError) {
      try perform(on: queue, with: items)
    } catch {
      throw Rejection(error)
    }
  }

  private func perform(
    on queue: QueuePlayer,
    with items: [QueueItem]
  ) throws(QueueError) {
    switch self {
    case .play: queue.play()
    case .pause: queue.pause()
    case .toggle: queue.togglePlayPause()
    case .next: queue.next()
    case .previous: queue.previous()
    case .seek(let position): queue.seek(to: position)
    case .volume(let volume): queue.volume = volume
    case .rate(let rate): queue.rate = rate
    case .shuffle(let isShuffled): queue.isShuffled = isShuffled
    case .repeat(let mode): queue.repeatMode = mode
    case .add: queue.append(items)
    case .playNext: queue.playNext(items)
    case .insert(let index, _): try queue.insert(items, at: index)
    case .remove(let index): try queue.remove([queue.entry(at: index)])
    case .move(let from, let to): try queue.move(queue.entry(at: from), to: to)
    case .clear: queue.removeAll()
    case .stop: queue.stop()
    case .sleep(let time): queue.sleepTimer = .after(time)
    case .stopAfterCurrent: queue.stopsAfterCurrent = true
    case .chapter(.next): queue.nextChapter()
    case .chapter(.previous): queue.previousChapter()
    case .chapter(.to(let index)): queue.seek(toChapter: index)
    case .quit: break
    }
  }
}

extension QueuePlayer {
  fileprivate func entry(at index: Int) throws(QueueError) -> EntryID {
    let entries = entries
    guard entries.indices.contains(index) else { throw .indexOutOfRange(index) }
    return entries[index].id
  }
}

extension Rejection {
  fileprivate init(_ error: QueueError) {
    self.init(message: error.message)
  }
}
