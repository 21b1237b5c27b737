import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Remembers the positions in a queue's episodes, and resumes the episodes there.
///
/// ```swift
/// let persister = EpisodePersister(of: queue, store: FileEpisodeStore(path: path))
/// try queue.set(await persister.items(for: feed.tracks))
/// ```
///
/// Writes on events and every `interval` during playback. The queue and the persister hold each
/// other weakly, so keep a reference to the persister. All methods may be called on any thread.
public final class EpisodePersister: Sendable {
  private struct State {
    var tracker: EpisodeTracker
    /// The latest states that are not written yet, by episode.
    var waiting: [String: EpisodeMemory] = [:]
    var isWriting = false
    /// The last task on the store. Each task waits for the one before, so that reading and writing
    /// stay together.
    var last: Task<Void, Never>?
  }

  /// The rule for when an episode counts as heard, and where it resumes.
  public let rule: EpisodeRule
  private let store: any EpisodeStore
  private let clock: any PlaybackClock
  private let onFailure: @Sendable (any Error) -> Void
  private let state: Locked<State>

  /// Creates a persister that observes a queue from now on.
  ///
  /// - Parameters:
  ///   - queue: The queue to observe.
  ///   - store: Where the positions are stored.
  ///   - rule: When an episode counts as heard, and where it resumes.
  ///   - clock: The clock, which tests replace.
  ///   - interval: How often to write the position during playback.
  ///   - onFailure: Called on any thread for each failed write. Later writes are still tried.
  public init(
    of queue: QueuePlayer,
    store: any EpisodeStore,
    rule: EpisodeRule = EpisodeRule(),
    interval: Duration = .seconds(15),
    clock: any PlaybackClock = SystemPlaybackClock(),
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.rule = rule
    self.store = store
    self.clock = clock
    self.onFailure = onFailure
    state = Locked(State(tracker: EpisodeTracker(rule: rule)))
    queue.addSendableObserver(self, positionInterval: interval)
  }

  /// Returns queue items that resume at the stored position and speed. If the store cannot be read,
  /// they start at the beginning.
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

  /// Marks an episode as heard or new. Either way, it starts at the beginning next time.
  ///
  /// - Throws: The store's errors.
  public func mark(_ track: PodcastTrack, isHeard: Bool) async throws {
    let (store, date) = (store, clock.date)
    let outcome = Locked<Result<Void, any Error>>(.success(()))
    let work = state.withLock { state in
      // Pending states are older than this one.
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

  /// Waits until everything is written.
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
        // An episode that was heard once stays heard.
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

extension EpisodePersister: QueuePlayerObserver {
  /// Handles the queue's events of one turn.
  public func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    let date = clock.date
    add { $0.receive(events, date: date) }
  }

  /// Handles a new playback position.
  public func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {
    let (status, date) = (queue.status, clock.date)
    // A position of another entry was already reported with the change of entries.
    guard status.playback.load == position.playback.load else { return }
    add { $0.receive(status, at: position.position, date: date) }
  }
}
