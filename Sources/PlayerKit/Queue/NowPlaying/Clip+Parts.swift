// The chapters and lyrics of a track, adjusted to a clip.
extension Optional where Wrapped == Clip {
  /// Converts a time of the track to a time from the start of the clip, at least 0.
  private func time(_ time: Duration) -> Duration {
    max(.zero, time - (self?.start ?? .zero))
  }

  /// Returns whether a time span overlaps the clip.
  private func shows(from start: Duration, to end: Duration?) -> Bool {
    guard let clip = self else { return true }
    return clip.end.map { start < $0 } ?? true && end.map { $0 > clip.start } ?? true
  }

  /// Returns the chapters that overlap the clip, sorted by start, with times from the clip's start.
  func chapters(of all: [Chapter]) -> [Chapter] {
    let sorted = all.filter { $0.start.ifStorable != nil }.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    return sorted.indices.compactMap { index in
      var chapter = sorted[index]
      let next = index + 1 < sorted.count ? sorted[index + 1].start : nil
      guard shows(from: chapter.start, to: chapter.end ?? next) else { return nil }
      chapter.start = time(chapter.start)
      chapter.end = [chapter.end, self?.end].compactMap(\.self).min().map(time)
      return chapter
    }
  }

  /// Returns the lyrics lines that overlap the clip, with times from the clip's start.
  func lyrics(of all: Lyrics) -> Lyrics {
    let lines = all.lines.filter { $0.start.map { $0.ifStorable != nil } ?? true }
    let cut = lines.indices.compactMap { index -> Lyrics.Line? in
      var line = lines[index]
      guard let start = line.start else { return line }
      let next = index + 1 < lines.count ? lines[index + 1].start : nil
      guard shows(from: start, to: next) else { return nil }
      line.start = time(start)
      return line
    }
    return Lyrics(cut, language: all.language)
  }
}

extension QueueEntry {
  /// The chapters, sorted by start. If the entry has a clip, the chapters that overlap it, with
  /// times from the clip's start.
  public var chapters: [Chapter] {
    let all = metadata.chapters
    return all.isEmpty ? [] : clip.chapters(of: all)
  }
}
