import PlayerKit
import PlayerKitSystem

/// What a loss of power ends: the players, the queue, and what belongs to them.
struct SimulatedMachine {
  let group: FakePlayer.Group
  let players: [FakePlayer]
  let queue: QueuePlayer
  let observer: SimulatedObserver
  let store: SimulatedStore
  let persister: QueuePersister
  /// The longest delay of a command or report.
  let lateness: Duration

  /// The tracks that sound now.
  var sounding: [String] { players.compactMap { $0.soundingTrack?.id } }
}

extension SimulatedWorld {
  /// Makes a machine, and restores the queue from the disk.
  func start() {
    let machine = makeMachine()
    self.machine = machine
    chronicle.restoringBegan()
    let answer = Locked(Result<Bool, QueueStoreError>?.none)
    Task(executorPreference: tasks) { [persister = machine.persister] in
      let result: Result<Bool, QueueStoreError>
      do throws(QueueStoreError) {
        result = .success(try await persister.restore())
      } catch {
        result = .failure(error)
      }
      answer.withLock { $0 = result }
    }
    let end = clock.now + .seconds(100)
    while answer.withLock({ $0 == nil }), clock.now < end { hop(within: .seconds(1)) }
    runAllTasks()
    check(answer.withLock(\.self), of: machine.queue)
    chronicle.restoringEnded()
  }

  private func check(_ restored: Result<Bool, QueueStoreError>?, of queue: QueuePlayer) {
    switch restored {
    case nil: expect(false, .everyCommandAnswered, "the store never restores")
    case .failure(let error):
      expect(false, .storedStateExisted, "the store can't be restored: \(error)")
    case .success(let isStored):
      note(isStored ? "restored \(queue.status.simulatedState)" : "nothing is stored")
      expect(
        isStored
          ? chronicle.mayRestore(queue.status.simulatedState) : !chronicle.hasAcknowledged,
        .storedStateExisted,
        isStored
          ? "it restores \(queue.status.simulatedState), after \(chronicle.latestStates)"
          : "a queue that was stored is lost"
      )
    }
  }

  /// Ends the power, and starts again with what the disk has.
  func losePower() {
    runAllTasks()
    checkObserver()
    restarts += 1
    note("the power ends")
    machine?.store.end()
    machine = nil
    network.isLost = false
    disk.restart()
    isPowerEnding = false
    runAllTasks()
    start()
  }

  private func makeMachine() -> SimulatedMachine {
    let longest = Duration.milliseconds(Int.random(in: 0...400, using: &dice))
    let lateness = Lateness(
      seed: dice.next(),
      longest: longest,
      failingLookups: Bool.random(using: &dice) ? 0 : 0.1
    )
    let group = FakePlayer.Group(clock: clock, lateness: lateness, network: network)
    let media: @Sendable (any Track) -> FakeMedia = { [network] track in
      network.isLost ? .failing(.unreachable) : SimulatedMedia.media(of: track.id)
    }
    let types = PlayerType.simulated
    let players = [
      FakePlayer(playerType: types[0], group: group, media: media),
      FakePlayer(playerType: types[1], group: group, media: media),
      FakePlayer(
        playerType: types[2],
        clock: clock,
        capabilities: [.seek],
        lateness: lateness,
        media: media
      ),
    ]
    let queue = QueuePlayer(
      players: players.map { player -> any Player in
        fault.map { FaultyPlayer(player, fault: $0, clock: clock) } ?? player
      },
      configuration: configuration(),
      clock: clock
    )
    let observer = SimulatedObserver(chronicle, missesTurns: fault == .observerMissesTurns)
    queue.addSendableObserver(observer, positionInterval: .seconds(1), mayLag: false)
    let store = SimulatedStore(on: disk, clock: clock, seed: dice.next(), fault: fault)
    var registry = TrackRegistry()
    registry.add(FakeTrack.self)
    return SimulatedMachine(
      group: group,
      players: players,
      queue: queue,
      observer: observer,
      store: store,
      persister: QueuePersister(of: queue, in: store, registry: registry, clock: clock) {
        [chronicle, clock] event in
        switch event {
        case .storeFailed(let error): chronicle.note("store: \(error.message)", at: clock.now)
        case .storeRecovered: chronicle.note("store: recovered", at: clock.now)
        }
      },
      lateness: longest
    )
  }

  private func configuration() -> QueuePlayer.Configuration {
    var configuration = QueuePlayer.Configuration()
    configuration.shuffleSeed = dice.next()
    configuration.restoringSeed = dice.next()
    configuration.maximumBackoff = .seconds(2)
    configuration.historyLimit = Self.historyLimit
    configuration.errorPolicy =
      [.skip, .stop, .retry(count: 2, backoff: .milliseconds(500))].randomElement(using: &dice)
      ?? .skip
    return configuration
  }
}

/// A source that adds tracks after a while, or none, or fails.
struct SimulatedSource: QueueSource {
  private struct Nothing: Error {}

  let clock: any PlaybackClock
  let dice: Locked<SeededGenerator>
  let count = Locked(0)

  func more(for request: QueueSourceRequest) async throws -> [QueueItem] {
    let (delay, luck) = dice.withLock { dice in
      (Int.random(in: 0...2_000, using: &dice), Int.random(in: 0..<4, using: &dice))
    }
    await clock.wait(for: .milliseconds(delay))
    guard luck > 0 else { throw Nothing() }
    // A queue that grows without end makes each step slower.
    guard luck > 1, request.entries.count < SimulatedWorld.maximumEntries else { return [] }
    let number = count.withLock { count in
      count += 1
      return count
    }
    let track = FakeTrack("short-source-\(number)", playerTypes: [PlayerType.simulated[0]])
    return [QueueItem(track)]
  }
}

/// Keeps the jobs of all tasks until the simulation runs them, one at a time, in any order.
///
/// A task has at most one pending job, so each order is one that real threads could produce.
final class SimulatedTaskQueue: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// The number of pending jobs.
  var count: Int { jobs.withLock { $0.count } }

  /// Runs a pending job on this thread.
  ///
  /// - Returns: Whether there is a job at this index.
  func run(at index: Int) -> Bool {
    let job = jobs.withLock { jobs in
      jobs.indices.contains(index) ? jobs.remove(at: index) : nil
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return job != nil
  }
}
