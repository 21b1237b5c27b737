extension QueuePlayer {
  /// Goes to the chapter that comes next. In the last one, and without chapters: no effect.
  /// ``next()`` goes to the next entry.
  public func nextChapter() {
    goToChapter { chapters, position, _ in
      chapters.firstIndex { $0.start > position + .milliseconds(1) }
    }
  }

  /// Begins the chapter again, or, up to ``Configuration/restartThreshold`` into it, goes to the
  /// one before. In the first one it begins that again. Without chapters: no effect.
  public func previousChapter() {
    goToChapter { chapters, position, threshold in
      let reached = chapters.lastIndex { $0.start <= position + .milliseconds(1) } ?? 0
      return position - chapters[reached].start > threshold ? reached : max(0, reached - 1)
    }
  }

  /// Goes to a chapter of the current entry: an index of ``QueuePlayerStatus/chapters``. Any other
  /// index: no effect.
  public func seek(toChapter index: Int) {
    goToChapter { _, _, _ in index }
  }

  /// - Parameter choose: chooses by the chapters, the position and the threshold. There is at least
  ///   one chapter.
  private func goToChapter(_ choose: ([Chapter], Duration, Duration) -> Int?) {
    // Tracks are asked for their chapters: not under the lock.
    let status = status
    let chapters = status.chapters
    guard !chapters.isEmpty else { return }
    turn { state, now in
      let machine = state.machine
      guard machine.queue.current == status.currentEntry?.id,
        let index = choose(
          chapters,
          machine.playback.status.position(at: now),
          machine.configuration.restartThreshold
        ),
        chapters.indices.contains(index)
      else { return QueueEffects() }
      return state.machine.seek(to: chapters[index].start, now: now)
    }
  }
}
