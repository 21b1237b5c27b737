/// Names a player that was added to a queue.
package struct PlayerRef: Hashable, Sendable {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }
}

/// What the queue machine asks of its driver.
package enum QueueCommand: Sendable {
  /// Read the track's player types and how it stands to its neighbors, then feed back `chosen`.
  case choose(LoadID, any Track)
  /// Have the backend of a player carry out a command.
  case command(PlayerRef, PlaybackCommand)
  /// Find out whether the network of a player is gone, then feed back `networkChecked`.
  case checkNetwork(PlayerRef, LoadID)
  /// Ask a source for more, then feed back `answered`.
  case ask(QuestionID, any QueueSource, QueueSourceRequest)
  case cancelQuestion(QuestionID)
  /// Look into a track, if nothing is known of it; then feed back `inspected`.
  case inspect(InspectionID, any MediaInspecting, any Track, within: InspectionScope)
  /// Look for the next local entry, where nothing is known of it; then feed back `walked`.
  case walk(InspectionID, any MediaInspecting, InspectionWalk, PlayQueue)
  case cancelInspection(InspectionID)
  /// Find out how what is to follow stands to its neighbors now; then feed back `albumReviewed`.
  case reviewAlbum(LoadID)
  /// Read the entry's chapters, then feed back `described`.
  case describe(LoadID, QueueEntry)
  /// Search these for words, then feed back `foundLyrics`.
  case searchLyrics(LyricsSearchID, [any LyricsSource], QueueEntry)
  case cancelLyricsSearch(LyricsSearchID)
}

/// What one input of the queue machine causes.
package struct QueueEffects: Sendable {
  package var changes: [QueueChange] = []
  package var commands: [QueueCommand] = []
  /// When it happened.
  package var instant = MonotonicInstant(sinceOrigin: .zero)
}
