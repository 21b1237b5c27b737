// Descriptions of events and statuses: short lines without the tracks' addresses, which may hold
// secrets.

extension PlayerStatus: Equatable {
  /// Compares everything that can be read of both. Tracks are compared by `id`.
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
  /// The state, title and position.
  public var description: String {
    guard let track, let anchor else { return "\(state)" }
    let length = duration.map { " of \($0)" } ?? ""
    return "\(state) \(track.label) at \(anchor.position)\(length)"
  }
}

extension PlayerEvent: CustomStringConvertible {
  /// The change.
  public var description: String { "\(change)" }
}

extension PlayQueue: CustomStringConvertible {
  /// The number of entries and the current index.
  public var description: String {
    currentIndex.map { "\(count) entries, current: \($0)" } ?? "\(count) entries"
  }
}

extension PlayHistory: CustomStringConvertible {
  /// The number of records.
  public var description: String { "\(count) played" }
}

extension QueueEntry: CustomStringConvertible {
  /// The identity and the title.
  public var description: String { "#\(id) \(track.label)" }
}

extension QueueTransition: CustomStringConvertible {
  /// Both entries and the reason.
  public var description: String {
    "\(reason): \(from.map(\.description) ?? "nothing") → \(to.map(\.description) ?? "nothing")"
  }
}

extension QueueFailure: CustomStringConvertible {
  /// The entry, the error and the queue's reaction.
  public var description: String { "\(entry): \(error), \(action)" }
}

extension QueuePlayerStatus: CustomStringConvertible {
  /// The entries, and playback of the current one.
  public var description: String { "\(entries); \(playback)" }
}

extension QueuePlayerEvent: CustomStringConvertible {
  /// The change.
  public var description: String {
    if case .playback(let change) = change { "\(change)" } else { "\(change)" }
  }
}

extension Track {
  /// The name in descriptions.
  fileprivate var label: String { metadata.title ?? "untitled" }
}
