import Locking

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
    public var errorPolicy = ErrorPolicy.skip
    /// Above this position, ``QueuePlayer/previous()`` restarts the track.
    public var restartThreshold = Duration.seconds(3)
    /// How long a player may take to fall silent before another one begins all the same.
    public var releaseTimeout = Duration.seconds(2)
    /// How far past its end a track may sound before the queue asks its player where it is, and how
    /// long that may take to answer; then the track has ended.
    public var endTolerance = Duration.seconds(3)
    /// When what follows the current track is looked for and opened.
    public var preparation = NextPreparation.early
    /// After as long a pause or interruption nothing new is looked for. What is prepared stays so.
    public var longPause = Duration.seconds(60)
    /// For how long after a command that goes to another entry the next such command belongs to a
    /// burst. Of a burst only the first entry and the last are loaded: the last when no command has
    /// come for three times the longest pause within the burst, 30 ms at least and this at most. One
    /// that slows down may load an entry between. Zero: each is loaded.
    public var debounce = Duration.milliseconds(120)
    /// After as many failures in a row the queue stops, or after as many as it has entries; at least
    /// 1.
    public var maximumFailures = 10
    /// The longest wait between two tries of a track under ``ErrorPolicy/retry(count:backoff:)``.
    public var maximumBackoff = Duration.seconds(60)
    /// When a track was heard for this long, by the clock, earlier tries of it do not count any more.
    public var retryForgiveness = Duration.seconds(5)
    /// How many entries the history holds; see ``QueuePlayerStatus/history``. 0 or less: none.
    public var historyLimit = 1_000
    /// How many entries may still be to come when the queue tells that it will end and asks its
    /// source; see ``QueuePlayer/endLookAhead``.
    public var endLookAhead = 2
    /// How long a source may take to answer; then the question came to nothing.
    public var sourceTimeout = Duration.seconds(30)
    /// After how long a source is asked again that had nothing; doubles each time.
    public var sourceBackoff = Duration.seconds(2)
    /// The longest such time.
    public var sourceBackoffLimit = Duration.seconds(120)
    /// How long it may take to look into an entry, or to find the words of one; then that failed.
    public var inspectionTimeout = Duration.seconds(30)
    /// What shuffling starts from; equal seeds shuffle alike.
    public var shuffleSeed = UInt64.random(in: .min ... .max)

    /// How often what follows is tried again ahead of time, and how long after it failed first; then
    /// twice as long each time.
    package var preparationTries = 3
    package var preparationBackoff = Duration.seconds(2)
    /// How often an entry is looked into while that may help, and how long after it failed first; then
    /// twice as long each time.
    package var inspectionTries = 3
    package var inspectionBackoff = Duration.seconds(2)
    /// How long before its turn what follows is handed over anew for the sake of its album.
    package var albumLead = Duration.seconds(5)
    /// For how long a failure of what was to follow is believed, once it is not tried again ahead of
    /// time; then it is tried again on arrival.
    package var failureFreshness = Duration.seconds(30)

    /// The defaults.
    public init() {}
  }

  struct State {
    var machine: QueueStateMachine
    var players: [PlayerRef: any Player] = [:]
    var lastPlayer = 0
    var timer: PendingTimer?
  }

  struct Effect: Sendable {
    let command: QueueCommand
    let player: (any Player)?
  }

  /// The events of the queue.
  public let events: EventSource<QueuePlayerEvent>

  let clock: any PlaybackClock
  let state: Locked<State>
  let effects = Mailbox<Effect>()
  let inquiry = Inquiry<QuestionID>()
  let inspections = Inquiry<InspectionID>()
  let lyricsSearches = Inquiry<LyricsSearchID>()

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

  deinit {
    let effects = state.withLock { state in
      state.timer?.handle?.cancel()
      return state.machine.stop(now: clock.now).commands.map { effect(for: $0, state) }
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

  /// Where playback of the current entry is now.
  public var position: Duration { playback.position(at: clock.now) }

  // MARK: - Players

  /// Adds a player for its type. From then on it is the queue's. Where there is one for the type already,
  /// the new one takes the next load; what the earlier one plays, it plays on. Added twice: no effect.
  public func add(_ player: any Player) {
    let (type, capabilities) = (player.playerType, player.capabilities)
    let group = capabilities.contains(.gapless) ? player.preloading?.gaplessGroup : nil
    turn { state, now in
      let known = state.players.first { $0.value === player }?.key
      if known == nil { state.lastPlayer += 1 }
      let ref = known ?? PlayerRef(number: state.lastPlayer)
      state.players[ref] = player
      return state.machine.add(
        ref,
        for: type,
        group: group,
        capabilities: capabilities,
        now: now
      )
    }
  }

  /// Takes out the player for a type. What a player of this type plays fails as ``PlayerError/Code/noPlayer``, and the
  /// policy applies. Where there is none: no effect.
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
