import PlayerKitSystem

/// Plays tracks from different services in one queue.
///
/// Each track goes to the player that was added for its ``Track/playerTypes``. If the players
/// support it, the next track is handed over ahead of time, so that there is no gap.
///
/// Every command may be called on any thread, returns without waiting, and is reflected by the
/// getters when it returns. Observers are added as to a ``Player``.
public final class QueuePlayer: PlaybackControls {
  /// The settings of a queue's behavior.
  public struct Configuration: Sendable {
    /// The policy for failed tracks.
    public var errorPolicy: ErrorPolicy
    /// The position above which ``QueuePlayer/previous()`` restarts the track.
    public var restartThreshold: Duration
    /// The maximum time that a player may take to fall silent before the next player begins anyway.
    public var releaseTimeout: Duration
    /// The time that a track may play past its end before the queue asks the player for its
    /// position, and the time that the player has to answer. After that, the track counts as ended.
    public var endTolerance: Duration
    /// When the next track is resolved and opened.
    public var preparation: NextPreparation
    /// The length of a pause or interruption after which the queue prepares nothing new. Prepared
    /// tracks stay prepared.
    public var longPause: Duration
    /// The maximum interval between two commands that go to another entry for them to count as a
    /// burst. A burst loads only its first and its last entry: the last one when no command has
    /// come for three times the longest pause within the burst, but at least 30 ms and at most
    /// `debounce`. A burst that slows down may also load an entry in between. Zero loads every
    /// entry.
    public var debounce: Duration
    /// The maximum number of consecutive failures before the queue stops, at least 1. It also stops
    /// after as many failures as it has entries.
    public var maximumFailures: Int
    /// The maximum wait between two attempts to load a track under
    /// ``ErrorPolicy/retry(count:backoff:)``.
    public var maximumBackoff: Duration
    /// The playing time, by the clock, after which earlier attempts of a track no longer count.
    public var retryForgiveness: Duration
    /// The maximum number of entries in the history; see ``QueuePlayerStatus/history``. 0 or less
    /// for no history.
    public var historyLimit: Int
    /// The number of upcoming entries at which the queue reports that it will end and asks its
    /// source; see ``QueuePlayer/endLookAhead``.
    public var endLookAhead: Int
    /// The time that a source has to answer; after that, the question counts as failed.
    public var sourceTimeout: Duration
    /// The wait before a source that had nothing is asked again; it doubles each time.
    public var sourceBackoff: Duration
    /// The maximum of that wait.
    public var sourceBackoffLimit: Duration
    /// The timeout for inspecting an entry or for finding its lyrics; after that, the attempt
    /// counts as failed.
    public var inspectionTimeout: Duration
    /// The seed for shuffling; equal seeds give equal orders.
    public var shuffleSeed: UInt64

    /// The maximum number of retries when the next track is prepared ahead of time, and the wait
    /// after the first failure; the wait doubles each time.
    package var preparationTries = 3
    package var preparationBackoff = Duration.seconds(2)
    /// The maximum number of attempts to inspect an entry while that may help, and the wait after
    /// the first failure; the wait doubles each time.
    package var inspectionTries = 3
    package var inspectionBackoff = Duration.seconds(2)
    /// The minimum time before its turn for handing over the next track again after its album
    /// context has changed.
    package var albumLead = Duration.seconds(5)
    /// How long a failure to prepare the next track is believed, once there are no more attempts
    /// ahead of time. After that, the track is tried again when it is reached.
    package var failureFreshness = Duration.seconds(30)
    /// The seed for the numbers of entries that are added after a restore; `nil` for a random one,
    /// so that several copies of a stored queue issue different numbers.
    package var restoringSeed: UInt64?

    /// Creates a configuration. Omitted values have their defaults.
    public init(
      errorPolicy: ErrorPolicy = .skip,
      restartThreshold: Duration = .seconds(3),
      releaseTimeout: Duration = .seconds(2),
      endTolerance: Duration = .seconds(3),
      preparation: NextPreparation = .early,
      longPause: Duration = .seconds(60),
      debounce: Duration = .milliseconds(120),
      maximumFailures: Int = 10,
      maximumBackoff: Duration = .seconds(60),
      retryForgiveness: Duration = .seconds(5),
      historyLimit: Int = 1_000,
      endLookAhead: Int = 2,
      sourceTimeout: Duration = .seconds(30),
      sourceBackoff: Duration = .seconds(2),
      sourceBackoffLimit: Duration = .seconds(120),
      inspectionTimeout: Duration = .seconds(30),
      shuffleSeed: UInt64 = .random(in: .min ... .max)
    ) {
      self.errorPolicy = errorPolicy
      self.restartThreshold = restartThreshold
      self.releaseTimeout = releaseTimeout
      self.endTolerance = endTolerance
      self.preparation = preparation
      self.longPause = longPause
      self.debounce = debounce
      self.maximumFailures = maximumFailures
      self.maximumBackoff = maximumBackoff
      self.retryForgiveness = retryForgiveness
      self.historyLimit = historyLimit
      self.endLookAhead = endLookAhead
      self.sourceTimeout = sourceTimeout
      self.sourceBackoff = sourceBackoff
      self.sourceBackoffLimit = sourceBackoffLimit
      self.inspectionTimeout = inspectionTimeout
      self.shuffleSeed = shuffleSeed
    }
  }

  struct State {
    var machine: QueueStateMachine
    var players: [PlayerRef: AddedPlayer] = [:]
    var lastPlayer = 0
    var timer: PendingTimer?
  }

  /// A player that was added to the queue.
  struct AddedPlayer: Sendable {
    let player: any Player
    let backend: any PlayerBackend
    let sink: ReportSink
  }

  enum Effect: Sendable {
    case queue(QueueCommand)
    case player(AddedPlayer, PlaybackCommand)
    case checkNetwork(AddedPlayer, LoadID)
    case call(@Sendable () -> Void)
  }

  /// The source of the queue's events.
  public let events: EventSource<QueuePlayerEvent>

  let clock: any PlaybackClock
  let state: Locked<State>
  let outbox = Mailbox<Effect>()
  let sourceRequests = LatestTask<QuestionID>()
  let networkChecks = LatestTask<LoadID>()
  let inspections = LatestTask<InspectionID>()
  let lyricsSearches = LatestTask<LyricsSearchID>()

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - configuration: The settings, which stay the same for the life of the queue.
  ///   - players: The initial players; more can be added.
  ///   - clock: The clock of the players.
  public init(
    players: [any Player] = [],
    configuration: Configuration = Configuration(),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    let machine = QueueStateMachine(
      ids: .unique(),
      seed: configuration.shuffleSeed,
      configuration: configuration
    )
    self.clock = clock
    events = EventSource(status: machine.status, clock: clock)
    state = Locked(State(machine: machine))
    for player in players { add(player) }
  }

  /// Creates an empty queue that plays files and HTTP addresses on an engine.
  ///
  /// It adds a ``URLPlayer`` on the engine. Add players for other tracks with ``add(_:)``. It uses
  /// the engine's inspector as its ``inspector``, so tagged files have their titles; set it to
  /// `nil` if you do not want that.
  ///
  /// - Parameters:
  ///   - configuration: The settings, which stay the same for the life of the queue.
  ///   - engine: The engine. The queue keeps it alive and does not close it.
  ///   - clock: The clock of the engine.
  public convenience init(
    engine: any AudioEngine,
    configuration: Configuration = Configuration(),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(
      players: [URLPlayer(engine: engine, clock: clock)],
      configuration: configuration,
      clock: clock
    )
    inspector = engine.inspector
  }

  deinit {
    let effects = state.withLock { state in
      state.timer?.handle?.cancel()
      return state.machine.stop(now: clock.now).commands.compactMap { effect(for: $0, state) }
    }
    for effect in effects { perform(effect) }
  }

  // MARK: - Status

  /// The current status of the queue: its entries, and playback of the current one.
  public var status: QueuePlayerStatus { state.withLock { $0.machine.status } }

  /// Playback of the current entry.
  public var playback: PlayerStatus { state.withLock { $0.machine.playback.status } }

  /// The entries, their order, and the current entry.
  public var entries: PlayQueue { state.withLock { $0.machine.queue } }

  /// The current entry; `nil` if the queue is empty. After the end, it is the last played entry.
  public var currentEntry: QueueEntry? { entries.currentEntry }

  /// The current position in the current entry.
  public var position: Duration { playback.position(at: clock.now) }

  // MARK: - Players

  /// Adds a player for its type. The queue takes it over. If there is already a player for the
  /// type, the new one gets the next load, and the old one keeps playing its current track. Adding
  /// a player twice has no effect.
  public func add(_ player: any Player) {
    let (type, capabilities) = (player.playerType, player.capabilities)
    let backend = player.core.backend
    let group = capabilities.contains(.gapless) ? backend.gaplessGroup : nil
    let checksNetwork = backend.network != nil
    let settings = player.core.applied
    turn { state, now in
      let known = state.players.first { $0.value.player === player }?.key
      if known == nil { state.lastPlayer += 1 }
      let ref = known ?? PlayerRef(number: state.lastPlayer)
      let added = AddedPlayer(player: player, backend: backend, sink: sink(for: ref))
      state.players[ref] = added
      return state.machine.add(
        ref,
        for: type,
        group: group,
        capabilities: capabilities,
        checksNetwork: checksNetwork,
        settings: settings,
        now: now
      )
    }
  }

  /// Removes the player for a type. If a player of this type is playing, its track fails as
  /// ``PlayerError/Code/noPlayer``, and the error policy applies. Has no effect if there is none.
  public func removePlayer(for type: PlayerType) {
    turn { $0.machine.removePlayer(for: type, now: $1) }
  }
}

extension QueuePlayer.Configuration {
  /// The configuration with its values clamped.
  var bounded: Self {
    var bounded = self
    for duration in [
      \Self.releaseTimeout, \.endTolerance, \.maximumBackoff, \.sourceTimeout, \.sourceBackoff,
      \.sourceBackoffLimit, \.longPause, \.debounce, \.inspectionTimeout,
    ] {
      bounded[keyPath: duration] = self[keyPath: duration].bounded
    }
    bounded.endLookAhead = max(0, endLookAhead)
    bounded.preparation = preparation.bounded
    return bounded
  }
}
