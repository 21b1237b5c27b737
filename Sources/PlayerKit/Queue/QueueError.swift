/// Why an edit of a queue makes no sense. The queue is as it was, and no event is sent.
@nonexhaustive public enum QueueError: Error, Sendable, Hashable {
  /// There is no place with this index.
  case indexOutOfRange(Int)
  /// The entry is not, or no longer, in the queue.
  case unknownEntry(EntryID)
  /// A clip that begins before its track, or is empty.
  case invalidClip
  /// The queue changed each time while ``QueuePlayer/edit(at:_:)`` ran, as it does where what runs
  /// commands the queue itself.
  case conflict
}
