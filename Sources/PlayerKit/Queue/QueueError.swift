/// Why an edit of a queue makes no sense. The queue is as it was, and no event is sent.
public enum QueueError: Error, Sendable, Hashable {
  /// There is no place with this index.
  case indexOutOfRange(Int)
  /// The entry is not, or no longer, in the queue.
  case unknownEntry(EntryID)
  /// A clip that begins before its track, or is empty.
  case invalidClip
}
