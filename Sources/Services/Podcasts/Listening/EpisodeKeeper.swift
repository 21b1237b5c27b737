import Foundation
import Locking
import MusicCatalog
import PlayerKit

/// Remembers where the episodes of a queue were left, and has them go on there.
///
/// ```swift
/// let keeper = EpisodeKeeper(of: queue, store: FileEpisodeStore(path: path))
/// try queue.set(await keeper.items(for: feed.tracks))
/// ```
///
/// It writes when something happens, and every `interval` while playing. It holds its queue weakly, and is
/// held weakly by it: keep it. All methods may be called on any thread.
public final class EpisodeKeeper: Sendable {
  private struct State {
    var tracker: EpisodeTracker
    /// What is to be written yet: the last of each episode.
    var waiting: [String: EpisodeMemory] = [:]
    /// What was heard once stays so.
    var heard: Set<String> = []
    var work: Task<Void, Never>?
  }

  /// When an episode counts as heard, and where it goes on.
  public let rule: EpisodeRule
  private let store: any EpisodeStore
  private let clock: any CatalogClock
  private let onFailure: @Sendable (any Error) -> Void
  private let state: Locked<State>

  /// Listens to a queue from now on.
  ///
  /// - Parameters:
  ///   - interval: how often the position is written while playing.
  ///   - onFailure: told of each write that failed, on any thread. The next one is tried all the same.
  public init(
    of queue: QueuePlayer,
    store: any EpisodeStore,
    rule: EpisodeRule = EpisodeRule(),
    interval: Duration = .seconds(15),
    clock: any CatalogClock = SystemCatalogClock(),
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.rule = rule
    self.store = store
    self.clock = clock
    self.onFailure = onFailure
    state = Locked(State(tracker: EpisodeTracker(rule: rule)))
    queue.addSendableObserver(self, positionInterval: interval)
  }

  /// Episodes as items that go on where they were left, at the speed that they had. What can't be read from
  /// the store begins at its start.
  public func items(for tracks: [PodcastTrack]) async -> [QueueItem] {
    await finish()
    var items: [QueueItem] = []
    for track in tracks {
      let memory: EpisodeMemory?
      do {
        memory = try await store.memory(of: track.id)
      } catch {
        memory = nil
        onFailure(error)
      }
      items.append(
        QueueItem(track, startingAt: rule.start(after: memory), rate: memory?.rate)
      )
    }
    return items
  }

  /// Marks an episode as heard, or as new.
  public func mark(_ track: PodcastTrack, isHeard: Bool) async throws {
    await finish()
    state.withLock { state in
      if isHeard { state.heard.insert(track.id) } else { state.heard.remove(track.id) }
    }
    var memory = try await store.memory(of: track.id)
    memory?.position = .zero
    memory?.isHeard = isHeard
    memory?.date = clock.date
    try await store.keep(
      memory ?? EpisodeMemory(position: .zero, isHeard: isHeard, date: clock.date),
      of: track.id
    )
  }

  /// Waits until all is written.
  public func finish() async {
    while let work = state.withLock(\.work) { await work.value }
  }

  private func add(_ found: (inout EpisodeTracker) -> [String: EpisodeMemory]) {
    state.withLock { state in
      state.waiting.merge(found(&state.tracker)) { _, new in new }
      guard !state.waiting.isEmpty, state.work == nil else { return }
      state.work = Task { await self.write() }
    }
  }

  private func write() async {
    while let (id, memory) = next() {
      do {
        var memory = memory
        if !memory.isHeard, try await isHeard(id) { memory.isHeard = true }
        try await store.keep(memory, of: id)
        if memory.isHeard { state.withLock { _ = $0.heard.insert(id) } }
      } catch {
        onFailure(error)
      }
    }
  }

  private func isHeard(_ id: String) async throws -> Bool {
    if state.withLock({ $0.heard.contains(id) }) { return true }
    return try await store.memory(of: id)?.isHeard ?? false
  }

  private func next() -> (String, EpisodeMemory)? {
    state.withLock { state in
      guard let next = state.waiting.first else {
        state.work = nil
        return nil
      }
      state.waiting[next.key] = nil
      return next
    }
  }
}

extension EpisodeKeeper: QueuePlayerObserver {
  /// Takes in what changed together.
  public func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    let date = clock.date
    add { $0.receive(events, date: date) }
  }

  /// Takes in where playback is.
  public func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {
    let (status, date) = (queue.status, clock.date)
    // What belongs to another entry was told with the change.
    guard status.playback.load == position.playback.load else { return }
    add { $0.receive(status, at: position.position, date: date) }
  }
}
