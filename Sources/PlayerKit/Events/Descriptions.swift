// What is printed of events and statuses: a short line, without the tracks' addresses, which may
// hold secrets.

extension PlayerStatus: Equatable {
  /// Compares all that can be read of the two. Tracks are the same where their `id`s are.
  public static func == (a: PlayerStatus, b: PlayerStatus) -> Bool {
    a.load == b.load && a.track?.id == b.track?.id && a.clip == b.clip && a.anchor == b.anchor
      && a.duration == b.duration
      && a.isSeekable == b.isSeekable && a.streamMetadata == b.streamMetadata
      && a.format == b.format
      && a.state == b.state && a.isBuffering == b.isBuffering && a.intent == b.intent
      && a.endReason == b.endReason && a.suppressions == b.suppressions
      && a.settings == b.settings && a.ducking == b.ducking
      && a.capabilities == b.capabilities && a.bufferedPosition == b.bufferedPosition
  }
}

extension PlayerState: CustomStringConvertible {
  /// The name of the case.
  public var description: String { self == .initial ? "initial" : rawValue }
}

extension PlayerError.Code: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}

extension QueueStoreError.Code: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}

extension PlaylistStoreError.Code: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}

extension SuppressionReason: CustomStringConvertible {
  /// The stable name.
  public var description: String { rawValue }
}

extension PlayerCapabilities: CustomStringConvertible {
  /// The names of its members, such as `[clip, seek]`.
  public var description: String {
    let names: [(PlayerCapabilities, String)] = [
      (.clip, "clip"), (.seek, "seek"), (.rate, "rate"), (.volume, "volume"),
      (.gapless, "gapless"), (.processing, "processing"),
    ]
    return "[\(names.filter { contains($0.0) }.map(\.1).joined(separator: ", "))]"
  }
}

extension PlayerStatus: CustomStringConvertible {
  /// State, title and place.
  public var description: String {
    guard let track, let anchor else { return "\(state)" }
    let length = duration.map { " of \($0)" } ?? ""
    return "\(state) \(track.label) at \(anchor.position)\(length)"
  }
}

extension PlayerEvent: CustomStringConvertible {
  /// What changed.
  public var description: String { "\(change)" }
}

extension PlayQueue: CustomStringConvertible {
  /// How many entries there are, and which one is current.
  public var description: String {
    currentIndex.map { "\(count) entries, current: \($0)" } ?? "\(count) entries"
  }
}

extension PlayHistory: CustomStringConvertible {
  /// How many records there are.
  public var description: String { "\(count) played" }
}

extension QueueEntry: CustomStringConvertible {
  /// Identity and title.
  public var description: String { "#\(id) \(track.label)" }
}

extension QueueTransition: CustomStringConvertible {
  /// Both entries, and the reason.
  public var description: String {
    "\(reason): \(from.map(\.description) ?? "nothing") → \(to.map(\.description) ?? "nothing")"
  }
}

extension QueueFailure: CustomStringConvertible {
  /// Entry, error, and what is done about it.
  public var description: String { "\(entry): \(error), \(action)" }
}

extension QueuePlayerStatus: CustomStringConvertible {
  /// The entries, and playback of the current one.
  public var description: String { "\(entries); \(playback)" }
}

extension QueuePlayerEvent: CustomStringConvertible {
  /// What changed.
  public var description: String {
    if case .playback(let change) = change { "\(change)" } else { "\(change)" }
  }
}

extension Track {
  /// What is printed of it.
  fileprivate var label: String { metadata.title ?? "untitled" }
}
