// Follows the chapters and lyric lines of the current track.
extension QueueStateMachine {
  /// The chapters and lyric lines of the loaded track.
  struct Timeline: Sendable {
    let load: LoadID
    /// The chapters; `nil` if they were not read yet.
    var chapters: [Chapter]?
    var chapterMarks = TimelineMarks()
    /// The marks of lines with times.
    var lineMarks = TimelineMarks()
    /// The number of lines without times, which come first.
    var untimedLines = 0

    init(load: LoadID) {
      self.load = load
    }

    mutating func set(_ chapters: [Chapter]) {
      guard chapters != self.chapters else { return }
      self.chapters = chapters
      chapterMarks = TimelineMarks(chapters.map(\.start))
    }

    mutating func set(_ lyrics: Lyrics?) {
      let starts = lyrics?.lines.compactMap(\.start) ?? []
      untimedLines = (lyrics?.lines.count ?? 0) - starts.count
      lineMarks = TimelineMarks(starts)
    }
  }

  /// Handles the chapters of the loaded track. Has no effect if another load is current.
  package mutating func described(
    _ load: LoadID,
    chapters: [Chapter],
    now: MonotonicInstant
  ) -> QueueEffects {
    guard timeline?.load == load else { return QueueEffects() }
    return turn(now) { machine, _ in machine.timeline?.set(chapters) }
  }

  /// Reports newly reached chapters and lines. Part of every turn.
  mutating func followTimeline(_ turn: inout QueueTransaction) {
    renewTimeline(&turn)
    let status = playback.status
    switch status.state {
    // Only the player knows where playback will continue.
    case .initial, .load, .loadToPlay: return
    case .play, .pause: break
    }
    guard var timeline, let position = status.anchor?.position(at: turn.now) else { return }
    let chapter = timeline.chapterMarks.move(to: position, isHeard: status.isPlaying).last
    if let chapter, let chapters = timeline.chapters {
      turn.heard.append(.chapter(chapters[chapter], index: chapter))
    }
    // A line and its translation begin at the same time.
    for mark in timeline.lineMarks.move(to: position, isHeard: status.isPlaying) {
      let index = timeline.untimedLines + mark
      if let line = lyrics?.lines[index] { turn.heard.append(.line(line, index: index)) }
    }
    self.timeline = timeline
  }

  /// Requests the track's chapters once it is open, and when more was found out about it.
  private mutating func renewTimeline(_ turn: inout QueueTransaction) {
    guard let load = attempt?.load, playback.status.activeMedia?.stage == .open,
      let entry = queue.currentEntry
    else {
      timeline = nil
      return
    }
    let isNew = timeline?.load != load
    guard isNew || turn.findings.contains(where: { $0.id == entry.id }) else { return }
    if isNew {
      var timeline = Timeline(load: load)
      timeline.set(lyrics)
      self.timeline = timeline
    }
    turn.commands.append(.describe(load, entry))
  }

  /// When the next chapter or line begins.
  var timelineDeadline: MonotonicInstant? {
    guard let timeline, let anchor = playback.status.anchor, anchor.speed > 0.01 else { return nil }
    let places = [timeline.chapterMarks.next, timeline.lineMarks.next].compactMap(\.self)
    return places.min().map { anchor.instant + max(.zero, $0 - anchor.position) / anchor.speed }
  }

  /// The index of the current line.
  var currentLine: Int? {
    timeline.flatMap { timeline in
      timeline.lineMarks.current.map { timeline.untimedLines + $0 }
    }
  }
}
