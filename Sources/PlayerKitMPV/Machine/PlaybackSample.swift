import PlayerKit

/// Where libmpv stood at one instant.
struct PlaybackSample: Sendable, Equatable {
  /// The entry that it had in hand; `nil` for none.
  var entry: PlaylistEntryID?
  /// The position of what is heard; below zero while what came before still sounds.
  var position: Duration?
  var duration: Duration?
  var isSeekable = false
  /// Whether it is a stream without an end.
  var isLive = false
  /// Whether that is so for certain.
  var isEndless = false
  /// Whether to go elsewhere it has to be opened anew there.
  var seeksByReopening = false
  /// Where it was opened; another place than 0 only where ``seeksByReopening``.
  var openedAt = Duration.zero
  var now: MonotonicInstant
}

/// How an entry ended, with what the driver found out about it.
enum EntryEnd: Sendable, Equatable {
  /// All was decoded; the last of it still sounds.
  case played
  /// Decoding ended, but not where the track ends.
  case brokenOff(PlayerError)
  case failed(PlayerError)
  /// On our own command.
  case stopped
}

/// One item of libmpv's playlist, by a number of ours. A load that is opened anew gets a new one.
struct PlaylistEntryID: Hashable, Sendable {
  let number: UInt64
}

extension PlaylistEntryID {
  /// A moment of silence; loads have other numbers.
  static let silence = PlaylistEntryID(number: 0)
}
