import PlayerKit

/// The state of libmpv at one instant.
struct PlaybackSample: Sendable, Equatable {
  /// Its current entry; `nil` for none.
  var entry: PlaylistEntryID?
  /// The audible position; below zero while the previous entry is still audible.
  var position: Duration?
  var duration: Duration?
  var isSeekable = false
  /// Whether the stream has no end.
  var isLive = false
  /// Whether it is certain that the stream has no end.
  var isEndless = false
  /// Whether a seek has to reopen the stream at the target.
  var seeksByReopening = false
  /// The position at which it was opened; not 0 only if ``seeksByReopening``.
  var openedAt = Duration.zero
  var now: MonotonicInstant
}

/// How an entry ended, including the driver's findings.
enum EntryEnd: Sendable, Equatable {
  /// Everything was decoded; the rest is still audible.
  case played
  /// Decoding ended before the end of the track.
  case brokenOff(PlayerError)
  case failed(PlayerError)
  /// Stopped by our own command.
  case stopped
}

/// An entry of libmpv's playlist, by our own number. A reopened load gets a new one.
struct PlaylistEntryID: Hashable, Sendable {
  let number: UInt64
}

extension PlaylistEntryID {
  /// A moment of silence. Loads have other numbers.
  static let silence = PlaylistEntryID(number: 0)
}
