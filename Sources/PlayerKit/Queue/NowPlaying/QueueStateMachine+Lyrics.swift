// The lyrics of the current entry, if they are wanted.

/// Identifies a search for lyrics.
package struct LyricsSearchID: Hashable, Sendable {
  let number: Int
}

extension QueueStateMachine {
  /// The state of the search for lyrics.
  struct LyricsSearch: Sendable {
    struct Question: Sendable {
      let id: LyricsSearchID
      let due: MonotonicInstant
    }

    var sources: [any LyricsSource] = []
    var areWanted = false
    /// The load that played last.
    var heard: LoadID?
    /// The entry of the last search.
    var entry: EntryID?
    var question: Question?
    /// The lyrics, adjusted to the entry's clip.
    var lyrics: Lyrics?
    var lastQuestion = 0
  }

  /// The lyrics of the current entry, adjusted to its clip.
  var lyrics: Lyrics? { lyricsSearch.lyrics }

  package mutating func setLyricsSources(
    _ sources: [any LyricsSource],
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in
      machine.lyricsSearch.sources = sources
      machine.forgetLyrics(&turn)
    }
  }

  package mutating func setWantsLyrics(_ wantsLyrics: Bool, now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, _ in machine.lyricsSearch.areWanted = wantsLyrics }
  }

  /// Handles the result of a search. Has no effect for an earlier search.
  package mutating func foundLyrics(
    _ question: LyricsSearchID,
    _ lyrics: Lyrics?,
    now: MonotonicInstant
  ) -> QueueEffects {
    guard lyricsSearch.question?.id == question else { return QueueEffects() }
    return turn(now) { machine, _ in
      machine.lyricsSearch.question = nil
      machine.lyricsSearch.lyrics = lyrics.map {
        machine.queue.currentEntry?.clip.lyrics(of: $0) ?? $0
      }
      machine.timeline?.set(machine.lyricsSearch.lyrics)
    }
  }

  /// Searches for lyrics if they are wanted. Part of every turn.
  mutating func searchLyrics(_ turn: inout QueueTransaction) {
    if playback.status.isPlaying { lyricsSearch.heard = attempt?.load }
    if !lyricsSearch.areWanted || lyricsSearch.entry != queue.current { forgetLyrics(&turn) }
    guard lyricsSearch.areWanted, !lyricsSearch.sources.isEmpty, lyricsSearch.entry == nil,
      let attempt, attempt.load == lyricsSearch.heard, mayInspect, !playback.status.isLive,
      isInspected,
      let entry = queue.currentEntry
    else { return }
    lyricsSearch.lastQuestion += 1
    let id = LyricsSearchID(number: lyricsSearch.lastQuestion)
    lyricsSearch.entry = entry.id
    lyricsSearch.question = LyricsSearch.Question(
      id: id,
      due: turn.now + configuration.inspectionTimeout
    )
    turn.commands.append(.searchLyrics(id, lyricsSearch.sources, entry))
  }

  private mutating func forgetLyrics(_ turn: inout QueueTransaction) {
    if let question = lyricsSearch.question {
      turn.commands.append(.cancelLyricsSearch(question.id))
    }
    lyricsSearch.question = nil
    lyricsSearch.entry = nil
    guard lyricsSearch.lyrics != nil else { return }
    lyricsSearch.lyrics = nil
    timeline?.set(nil)
  }

  /// Whether nothing more will be found out about the current entry.
  private var isInspected: Bool {
    guard let inspectionState, inspection != .off, let entry = queue.currentEntry,
      !entry.item.isInspected
    else { return true }
    return inspectionState.deferrals[entry.id]?.retry == .never
  }

  var lyricsDeadline: MonotonicInstant? { lyricsSearch.question?.due }

  /// Gives up an overdue search. There are no lyrics then.
  mutating func lyricsTick(_ turn: inout QueueTransaction) {
    guard let question = lyricsSearch.question, question.due <= turn.now else { return }
    lyricsSearch.question = nil
    turn.commands.append(.cancelLyricsSearch(question.id))
  }
}
