import PlayerKitSystem

/// Plays tracks of different services one after another, as if they were of one.
///
/// Each track goes to the player that was added for its ``Track/playerTypes``. What follows is
/// handed over ahead of time where the players can do that, so that no gap is heard.
///
/// Every command may be called on any thread, returns without waiting, and is reflected by the
/// getters when it returns. Observers are added as to a ``Player``.
public final class QueuePlayer: PlaybackControls {
  /// How a queue behaves.
  public struct Configuration: Sendable {
    /// What to do about a track that fails.
    public var errorPolicy: ErrorPolicy
    /// Above this position, ``QueuePlayer/previous()`` restarts the track.
    public var restartThreshold: Duration
    /// How long a player may take to fall silent before another one begins all the same.
    public var releaseTimeout: Duration
    /// How far past its end a track may sound before the queue asks its player where it is, and how
    /// long that may take to answer; then the track has ended.
    public var endTolerance: Duration
    /// When what follows the current track is looked for and opened.
    public var preparation: NextPreparation
    /// After as long a pause or interruption nothing new is looked for. What is prepared stays so.
    public var longPause: Duration
    /// For how long after a command that goes to another entry the next such command belongs to a
    /// burst. Of a burst only the first entry and the last are loaded: the last when no command has
    /// come for three times the longest pause within the burst, 30 ms at least and this at most.
    /// One that slows down may load an entry between. Zero: each is loaded.
    public var debounce: Duration
    /// After as many failures in a row the queue stops, or after as many as it has entries; at
    /// least 1.
    public var maximumFailures: Int
    /// The longest wait between two tries of a track under ``ErrorPolicy/retry(count:backoff:)``.
    public var maximumBackoff: Duration
    /// When a track was heard for this long, by the clock, earlier tries of it do not count any
    /// more.
    public var retryForgiveness: Duration
    /// How many entries the history holds; see ``QueuePlayerStatus/history``. 0 or less: none.
    public var historyLimit: Int
    /// How many entries may still be to come when the queue tells that it will end and asks its
    /// source; see ``QueuePlayer/endLookAhead``.
    public var endLookAhead: Int
    /// How long a source may take to answer; then the question came to nothing.
    public var sourceTimeout: Duration
    /// After how long a source is asked again that had nothing; doubles each time.
    public var sourceBackoff: Duration
    /// The longest such time.
    public var sourceBackoffLimit: Duration
    /// How long it may take to look into an entry, or to find the words of one; then that failed.
    public var inspectionTimeout: Duration
    /// What shuffling starts from; equal seeds shuffle alike.
    public var shuffleSeed: UInt64

    /// How often what follows is tried again ahead of time, and how long after it failed first;
    /// then twice as long each time.
    package var preparationTries = 3
    package var preparationBackoff = Duration.seconds(2)
    /// How often an entry is looked into while that may help, and how long after it failed first;
    /// then twice as long each time.
    package var inspectionTries = 3
    package var inspectionBackoff = Duration.seconds(2)
    /// How long before its turn what follows is handed over anew for the sake of its album.
    package var albumLead = Duration.seconds(5)
    /// For how long a failure of what was to follow is believed, once it is not tried again ahead
    /// of time; then it is tried again on arrival.
    package var failureFreshness = Duration.seconds(30)

    /// Makes a configuration. Each value that is left out has its default.
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

  /// A player that is the queue's.
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

  /// The events of the queue.
  public let events: EventSource<QueuePlayerEvent>

  let clock: any PlaybackClock
  let state: Locked<State>
  let outbox = Mailbox<Effect>()
  let sourceRequests = LatestTask<QuestionID>()
  let networkChecks = LatestTask<LoadID>()
  let inspections = LatestTask<InspectionID>()
  let lyricsSearches = LatestTask<LyricsSearchID>()

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - players: the players to begin with; more can be added.
  ///   - clock: the clock of the players.
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

  /// Makes an empty queue that plays files and HTTP addresses on an engine.
  ///
  /// It adds a ``URLPlayer`` on the engine. Add players for other tracks with ``add(_:)``. Its
  /// ``inspector`` is that of the engine, so tagged files have their titles; set it to `nil` if you
  /// do not want that.
  ///
  /// - Parameters:
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

  // MARK: - What there is

  /// Everything about the queue now: its entries, and playback of the current one.
  public var status: QueuePlayerStatus { state.withLock { $0.machine.status } }

  /// Playback of the current entry.
  public var playback: PlayerStatus { state.withLock { $0.machine.playback.status } }

  /// The entries, their order, and which one is current.
  public var entries: PlayQueue { state.withLock { $0.machine.queue } }

  /// The current entry; `nil` if the queue is empty. After the end it is the entry that played
  /// last.
  public var currentEntry: QueueEntry? { entries.currentEntry }

  /// Where playback of the current entry is now.
  public var position: Duration { playback.position(at: clock.now) }

  // MARK: - Players

  /// Adds a player for its type. From then on it is the queue's. Where there is one for the type
  /// already, the new one takes the next load; what the earlier one plays, it plays on. Added
  /// twice: no effect.
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

  /// Takes out the player for a type. What a player of this type plays fails as
  /// ``PlayerError/Code/noPlayer``, and the policy applies. Where there is none: no effect.
  public func removePlayer(for type: PlayerType) {
    turn { $0.machine.removePlayer(for: type, now: $1) }
  }
}

extension QueuePlayer.Configuration {
  /// The same within bounds: an app may give any numbers.
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
