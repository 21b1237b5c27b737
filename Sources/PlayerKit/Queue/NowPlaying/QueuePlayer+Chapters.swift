extension QueuePlayer {
  /// Goes to the next chapter. Has no effect in the last chapter or without chapters. ``next()``
  /// goes to the next entry.
  public func nextChapter() {
    goToChapter { chapters, position, _ in
      chapters.firstIndex { $0.start > position + .milliseconds(1) }
    }
  }

  /// Restarts the chapter, or, up to ``Configuration/restartThreshold`` into it, goes to the
  /// previous one. Restarts the first chapter. Has no effect without chapters.
  public func previousChapter() {
    goToChapter { chapters, position, threshold in
      let reached = chapters.lastIndex { $0.start <= position + .milliseconds(1) } ?? 0
      return position - chapters[reached].start > threshold ? reached : max(0, reached - 1)
    }
  }

  /// Goes to a chapter of the current entry, by its index in ``QueuePlayerStatus/chapters``. Has no
  /// effect for any other index.
  public func seek(toChapter index: Int) {
    goToChapter { _, _, _ in index }
  }

  /// - Parameter choose: Chooses a chapter by the chapters, the position and the threshold. There
  ///   is at least one chapter.
  private func goToChapter(_ choose: ([Chapter], Duration, Duration) -> Int?) {
    // This reads the track's chapters, so it must not happen under the lock.
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
