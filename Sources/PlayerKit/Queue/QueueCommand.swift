/// Identifies a player that was added to a queue.
package struct PlayerRef: Hashable, Sendable {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }
}

/// A request of the queue machine to its driver.
package enum QueueCommand: Sendable {
  /// Read the track's player types and how it relates to its neighbors, then feed back `chosen`.
  case choose(LoadID, any Track)
  /// Let a player's backend carry out a command.
  case command(PlayerRef, PlaybackCommand)
  /// Check whether a player's network is lost, then feed back `networkChecked`.
  case checkNetwork(PlayerRef, LoadID)
  /// Ask a source for more entries, then feed back `answered`.
  case ask(QuestionID, any QueueSource, QueueSourceRequest)
  case cancelQuestion(QuestionID)
  /// Inspect a track if it was not inspected before, then feed back `inspected`.
  case inspect(InspectionID, any MediaInspecting, any Track, within: InspectionScope)
  /// Find the next local entry that was not inspected, then feed back `walked`.
  case walk(InspectionID, any MediaInspecting, InspectionWalk, PlayQueue)
  case cancelInspection(InspectionID)
  /// Find out how the preloaded track relates to its neighbors now, then feed back `albumReviewed`.
  case reviewAlbum(LoadID)
  /// Read the entry's chapters, then feed back `described`.
  case describe(LoadID, QueueEntry)
  /// Search these sources for lyrics, then feed back `foundLyrics`.
  case searchLyrics(LyricsSearchID, [any LyricsSource], QueueEntry)
  case cancelLyricsSearch(LyricsSearchID)
}

/// The results of one input to the queue machine.
package struct QueueEffects: Sendable {
  package var changes: [QueueChange] = []
  package var commands: [QueueCommand] = []
  /// The time of the input.
  package var instant = MonotonicInstant(sinceOrigin: .zero)
}
