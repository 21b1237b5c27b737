/// The reason why an edit of a queue failed. The queue is unchanged, and no event is sent.
public struct QueueError: Error, Sendable, Hashable {
  /// The kind of failure. The set is open, so switch with a `default`.
  public let code: Code
  /// A description for people, in English.
  public let message: String
  /// The index, if it is out of range.
  public let index: Int?
  /// The entry, if it is not in the queue.
  public let entry: EntryID?

  private init(_ code: Code, _ message: String, index: Int? = nil, entry: EntryID? = nil) {
    self.code = code
    self.message = message
    self.index = index
    self.entry = entry
  }

  /// The kind of a ``QueueError``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The index is out of range.
    public static let indexOutOfRange = Code(rawValue: "indexOutOfRange")
    /// The entry is not, or no longer, in the queue.
    public static let unknownEntry = Code(rawValue: "unknownEntry")
    /// The clip begins before its track, or is empty.
    public static let invalidClip = Code(rawValue: "invalidClip")
    /// The queue changed during each run of `QueuePlayer.edit(at:_:)`. This happens if the
    /// closure itself commands the queue.
    public static let conflict = Code(rawValue: "conflict")
  }
}

extension QueueError {
  /// The queue has no place with this index.
  public static func indexOutOfRange(_ index: Int) -> QueueError {
    QueueError(.indexOutOfRange, "The index \(index) is outside of the queue.", index: index)
  }

  /// The entry is not, or no longer, in the queue.
  public static func unknownEntry(_ entry: EntryID) -> QueueError {
    QueueError(.unknownEntry, "The entry is no longer in the queue.", entry: entry)
  }

  /// The clip begins before its track, or is empty.
  public static let invalidClip = QueueError(
    .invalidClip,
    "The clip is empty, or begins before its track."
  )

  /// The queue changed during each attempt to edit it.
  public static let conflict = QueueError(.conflict, "The queue changed meanwhile.")
}

extension QueueError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}
