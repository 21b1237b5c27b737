import Foundation
import PlayerKit

/// Tracks the positions in a queue's episodes by its events, one turn at a time. Pure.
///
/// Parts of an episode (soundbites) do not count.
struct EpisodeTracker: Sendable {
  let rule: EpisodeRule
  /// The current entry with its duration and speed.
  private var current: (entry: EntryID, duration: Duration?, rate: Double)?

  init(rule: EpisodeRule) {
    self.rule = rule
  }

  /// Handles the events of a turn.
  ///
  /// - Returns: The states to store, by episode.
  mutating func receive(_ turn: [QueuePlayerEvent], date: Date) -> [String: EpisodeMemory] {
    var found: [String: EpisodeMemory] = [:]
    for event in turn {
      switch event.change {
      case .transition(let transition):
        guard let entry = transition.from, let id = Self.episode(entry) else { break }
        switch transition.reason {
        case .auto, .repeat: found[id] = heard(entry, date: date)
        case .userSelected, .queueChanged, .skippedAfterError, .restored, .remote, .expanded:
          found[id] = memory(of: entry, at: transition.fromPosition, date: date) ?? found[id]
        }
      case .ended:
        guard event.status.playback.endReason == .ended, let entry = event.status.currentEntry,
          let id = Self.episode(entry)
        else { break }
        found[id] = heard(entry, date: date)
      case .playback, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
        .failed, .sectionBegan, .sectionEnded, .willEnd, .metadata, .chapter, .lyrics, .line,
        .historyErased, .sourceFailed:
        break
      }
    }
    guard let last = turn.last else { return found }
    let position = last.status.playback.position(at: last.instant)
    for (id, memory) in receive(last.status, at: position, date: date) { found[id] = memory }
    return found
  }

  /// Handles a playback position.
  mutating func receive(
    _ status: QueuePlayerStatus,
    at position: Duration,
    date: Date
  ) -> [String: EpisodeMemory] {
    guard let entry = status.currentEntry else {
      current = nil
      return [:]
    }
    let playback = status.playback
    current = (entry.id, playback.duration, playback.rate)
    // Only a loaded entry has a position.
    guard playback.state == .play || playback.state == .pause, let id = Self.episode(entry),
      let memory = memory(of: entry, at: position, date: date)
    else { return [:] }
    return [id: memory]
  }

  private func memory(
    of entry: QueueEntry,
    at position: Duration,
    date: Date
  ) -> EpisodeMemory? {
    guard position >= rule.minimum, !isRepeated(position, of: entry) else { return nil }
    let isCurrent = current?.entry == entry.id
    let duration = (isCurrent ? current?.duration : nil) ?? entry.metadata.duration
    if rule.isHeard(at: position, of: duration) { return heard(entry, date: date) }
    return EpisodeMemory(position: position, rate: rate(of: entry), date: date)
  }

  /// Whether the position lies in the rewound part. An entry resumes slightly before the stored
  /// position. Stopping there again must not move the position back each time.
  private func isRepeated(_ position: Duration, of entry: QueueEntry) -> Bool {
    let start = entry.item.startPosition
    return start > .zero && position >= start && position < start + rule.rewind
  }

  private func heard(_ entry: QueueEntry, date: Date) -> EpisodeMemory {
    EpisodeMemory(position: .zero, rate: rate(of: entry), isHeard: true, date: date)
  }

  private func rate(of entry: QueueEntry) -> Double? {
    guard let current, current.entry == entry.id else { return entry.item.rate }
    return current.rate == 1 ? nil : current.rate
  }

  private static func episode(_ entry: QueueEntry) -> String? {
    entry.clip == nil ? (entry.track as? PodcastTrack)?.id : nil
  }
}
