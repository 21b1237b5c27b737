/// Names a player that was added to a queue.
package struct PlayerRef: Hashable, Sendable {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }
}

/// What the queue machine asks of its driver.
package enum QueueCommand: Sendable {
  /// Read the track's player types, then feed back `chosen`.
  case choose(LoadID, any Track)
  case prepare(PlayerRef, LoadID, any Track, clip: Clip?, at: Duration, isPlaying: Bool)
  case control(PlayerRef, LoadCommand, LoadID)
  case change(PlayerRef, OutputSettings)
  case preload(PlayerRef, LoadID, any Track, clip: Clip?, after: LoadID)
  case beginPreloaded(PlayerRef, LoadID, after: LoadID, wantsToPlay: Bool)
  case cancelPreload(PlayerRef, LoadID)
  /// Ask a source for more, then feed back `answered`.
  case ask(QuestionID, any QueueSource, QueueSourceRequest)
  case cancelQuestion(QuestionID)
  /// Look into a track, if nothing is known of it; then feed back `inspected`.
  case inspect(InspectionID, any MediaInspecting, any Track, within: InspectionReach)
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
package struct QueueStep: Sendable {
  package var changes: [QueueChange] = []
  package var commands: [QueueCommand] = []
  /// When it happened.
  package var instant = MonotonicInstant(sinceOrigin: .zero)
}
