import PlayerKit

/// Where libmpv stood at one instant.
struct Reading: Sendable, Equatable {
  /// The entry that it had in hand; `nil` for none.
  var entry: Entry?
  /// The position of what is heard; below zero while what came before still sounds.
  var position: Duration?
  var duration: Duration?
  var isSeekable = false
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
