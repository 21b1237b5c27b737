import PlayerKit

extension Instruction {
  /// Applies the command to the queue. Throws if the command is invalid for the current queue.
  ///
  /// `quit` has no effect here, because the session handles it.
  ///
  /// - Parameter items: The items that were found for ``item``.
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
    case .add: queue.append(items)
    case .playNext: queue.playNext(items)
    case .insert(let index, _): try queue.insert(items, at: index)
    case .play, .pause, .toggle, .next, .previous, .seek, .volume, .rate, .shuffle, .repeat,
      .remove, .move, .clear, .stop, .sleep, .stopAfterCurrent, .chapter, .quit:
      if let command = try command(for: queue) { try queue.perform(command, reason: .user) }
    }
  }

  /// The equivalent remote command, or `nil` if the session handles it.
  private func command(for queue: QueuePlayer) throws(QueueError) -> RemoteCommand? {
    switch self {
    case .play: .play
    case .pause: .pause
    case .toggle: .toggle
    case .next: .next
    case .previous: .previous
    case .seek(let position): .seek(to: position)
    case .volume(let volume): .volume(volume)
    case .rate(let rate): .rate(rate)
    case .shuffle(let isShuffled): .shuffle(isShuffled)
    case .repeat(let mode): .repeatMode(mode)
    case .remove(let index): .remove([try queue.entry(at: index)])
    case .move(let from, let to): .place(try queue.entry(at: from), at: try queue.place(to))
    case .clear: .clear
    case .stop: .stop
    case .sleep(let time): .sleep(after: time)
    case .stopAfterCurrent: .stopAfterCurrent(true)
    case .chapter(.next): .nextChapter
    case .chapter(.previous): .previousChapter
    case .chapter(.to(let index)): .chapter(index)
    case .quit, .add, .playNext, .insert: nil
    }
  }
}

extension QueuePlayer {
  fileprivate func entry(at index: Int) throws(QueueError) -> EntryID {
    let entries = entries
    guard entries.indices.contains(index) else { throw .indexOutOfRange(index) }
    return entries[index].id
  }

  fileprivate func place(_ index: Int) throws(QueueError) -> Int {
    guard entries.indices.contains(index) else { throw .indexOutOfRange(index) }
    return index
  }
}

extension Rejection {
  fileprivate init(_ error: QueueError) {
    self.init(message: error.message)
  }
}
