// The words of the current entry, for who wants them.

/// Names one search for words.
package struct LyricsSearchID: Hashable, Sendable {
  let number: Int
}

extension QueueStateMachine {
  /// What is known of the words.
  struct Words: Sendable {
    struct Question: Sendable {
      let id: LyricsSearchID
      let due: MonotonicInstant
    }

    var sources: [any LyricsSource] = []
    var areWanted = false
    /// The load that was heard last.
    var heard: LoadID?
    /// The entry that was asked for last.
    var entry: EntryID?
    var question: Question?
    /// As the entry's clip sees them.
    var lyrics: Lyrics?
    var lastQuestion = 0
  }

  /// The words of the current entry, as its clip sees them.
  var lyrics: Lyrics? { words.lyrics }

  package mutating func setLyricsSources(
    _ sources: [any LyricsSource],
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in
      machine.words.sources = sources
      machine.forgetLyrics(&turn)
    }
  }

  package mutating func setWantsLyrics(_ wantsLyrics: Bool, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, _ in machine.words.areWanted = wantsLyrics }
  }

  /// A search has come to its end. An earlier search: no effect.
  package mutating func foundLyrics(
    _ question: LyricsSearchID,
    _ lyrics: Lyrics?,
    now: MonotonicInstant
  ) -> QueueStep {
    guard words.question?.id == question else { return QueueStep() }
    return turn(now) { machine, _ in
      machine.words.question = nil
      machine.words.lyrics = lyrics.map { machine.queue.currentEntry?.clip.lyrics(of: $0) ?? $0 }
      machine.timeline?.set(machine.words.lyrics)
    }
  }

  /// Has the words searched for where somebody wants them. Part of every turn.
  mutating func searchLyrics(_ turn: inout QueueTurn) {
    if playback.status.isPlaying { words.heard = attempt?.load }
    if !words.areWanted || words.entry != queue.current { forgetLyrics(&turn) }
    guard words.areWanted, !words.sources.isEmpty, words.entry == nil,
      let attempt, attempt.load == words.heard, mayInspect, !playback.status.isLive, isInspected,
      let entry = queue.currentEntry
    else { return }
    words.lastQuestion += 1
    let id = LyricsSearchID(number: words.lastQuestion)
    words.entry = entry.id
    words.question = Words.Question(id: id, due: turn.now + configuration.inspectionTimeout)
    turn.commands.append(.searchLyrics(id, words.sources, entry))
  }

  private mutating func forgetLyrics(_ turn: inout QueueTurn) {
    if let question = words.question { turn.commands.append(.cancelLyricsSearch(question.id)) }
    words.question = nil
    words.entry = nil
    guard words.lyrics != nil else { return }
    words.lyrics = nil
    timeline?.set(nil)
  }

  /// Whether as much is known of the current entry as ever will be.
  private var isInspected: Bool {
    guard let inspecting, inspection != .off, let entry = queue.currentEntry,
      !entry.item.isInspected
    else { return true }
    return inspecting.setbacks[entry.id]?.retry == .never
  }

  var lyricsDeadline: MonotonicInstant? { words.question?.due }

  /// Gives up a search when its time is over. There are no words then.
  mutating func lyricsTick(_ turn: inout QueueTurn) {
    guard let question = words.question, question.due <= turn.now else { return }
    words.question = nil
    turn.commands.append(.cancelLyricsSearch(question.id))
  }
}
