import Foundation
import PlayerKitSystem
import PlayerKitServices
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
    var isWriting = false
    /// The last work on the store. Each waits for the one before: none comes between reading and writing.
    var last: Task<Void, Never>?
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

  /// Marks an episode as heard, or as new. It begins at its start then.
  ///
  /// - Throws: what the store throws.
  public func mark(_ track: PodcastTrack, isHeard: Bool) async throws {
    let (store, date) = (store, clock.date)
    let outcome = Locked<Result<Void, any Error>>(.success(()))
    let work = state.withLock { state in
      // What was found before this is older.
      state.waiting[track.id] = nil
      return Self.enqueue(in: &state) {
        do {
          let rate = try await store.memory(of: track.id)?.rate
          let memory = EpisodeMemory(position: .zero, rate: rate, isHeard: isHeard, date: date)
          try await store.keep(memory, of: track.id)
        } catch {
          outcome.withLock { $0 = .failure(error) }
        }
      }
    }
    await work.value
    try outcome.withLock { $0 }.get()
  }

  /// Waits until all is written.
  public func finish() async {
    while let work = state.withLock(\.last) {
      await work.value
      state.withLock { if $0.last == work { $0.last = nil } }
    }
  }

  private static func enqueue(
    in state: inout State,
    _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let task = Task { [before = state.last] in
      await before?.value
      await work()
    }
    state.last = task
    return task
  }

  private func add(_ found: (inout EpisodeTracker) -> [String: EpisodeMemory]) {
    state.withLock { state in
      state.waiting.merge(found(&state.tracker)) { _, new in new }
      guard !state.waiting.isEmpty, !state.isWriting else { return }
      state.isWriting = true
      _ = Self.enqueue(in: &state) { await self.write() }
    }
  }

  private func write() async {
    while let (id, memory) = next() {
      do {
        var memory = memory
        // What was heard once stays so.
        if !memory.isHeard { memory.isHeard = try await store.memory(of: id)?.isHeard ?? false }
        try await store.keep(memory, of: id)
      } catch {
        onFailure(error)
      }
    }
  }

  private func next() -> (String, EpisodeMemory)? {
    state.withLock { state in
      guard let next = state.waiting.first else {
        state.isWriting = false
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
