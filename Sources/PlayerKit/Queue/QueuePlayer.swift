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
    /// What shuffling starts from; equal seeds shuffle alike.
    public var shuffleSeed = UInt64.random(in: .min ... .max)

    /// The defaults.
    public init() {}
  }

  struct State {
    var machine: QueueStateMachine
    var players: [PlayerRef: any Player] = [:]
    var lastPlayer = 0
    var timer: (deadline: MonotonicInstant, handle: ClockTimer?)?
  }

  private struct Errand: Sendable {
    let command: QueueCommand
    let player: (any Player)?
  }

  /// The events of the queue.
  public let events: EventSource<QueuePlayerEvent>

  let clock: any PlaybackClock
  let state: Locked<State>
  private let errands = Mailbox<Errand>()

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
      configuration: QueueStateMachine.Configuration(configuration)
    )
    self.clock = clock
    events = EventSource(status: machine.status, clock: clock)
    state = Locked(State(machine: machine))
    for player in players { add(player) }
  }

  deinit {
    let errands = state.withLock { state in
      state.timer?.handle?.cancel()
      return state.machine.stop(now: clock.now).commands.map { errand(for: $0, state) }
    }
    for errand in errands { perform(errand) }
  }

  // MARK: - What there is

  /// Playback of the current entry.
  public var status: PlayerStatus { queueStatus.playback }

  /// The entries, and playback of the current one.
  public var queueStatus: QueuePlayerStatus { state.withLock { $0.machine.status } }

  /// Where playback of the current entry is now.
  public var position: Duration { status.position(at: clock.now) }

  /// The entries, their order, and which one is current.
  public var queue: PlayQueue { queueStatus.queue }

  // MARK: - Players

  /// Adds a player for its type, in place of an earlier one for it. From then on it is the queue's.
  public func add(_ player: any Player) {
    let group = player.preloading?.gaplessGroup
    turn { state, now in
      state.lastPlayer += 1
      let ref = PlayerRef(number: state.lastPlayer)
      state.players[ref] = player
      return state.machine.add(ref, for: player.playerType, group: group, now: now)
    }
  }

  /// Takes out the player for a type. What it plays fails as ``PlayerError/Code/noPlayer``, and the
  /// policy applies. Where there is none: no effect.
  public func removePlayer(for type: PlayerType) {
    turn { $0.machine.removePlayer(for: type, now: $1) }
  }

  // MARK: - Commands

  /// Plays the current entry, or goes on with it. After the end it begins the current entry anew,
  /// after a failure where it failed. With an empty queue it records the wish. Called twice: no
  /// effect.
  public func play() {
    turn { $0.machine.play(now: $1) }
  }

  /// Goes to an entry, at once, and plays it.
  public func play(_ entry: EntryID, at position: Duration = .zero) throws(QueueError) {
    try attempt { (state, now) throws(QueueError) in
      try state.machine.play(entry, at: position, now: now)
    }
  }

  /// Pauses, or stays paused once loaded. Called twice, or with nothing loaded: no further effect.
  public func pause() {
    turn { $0.machine.pause(now: $1) }
  }

  /// Loads the current entry without starting to play. Where it is loaded: no effect.
  public func prepare() {
    turn { $0.machine.prepare(now: $1) }
  }

  /// Goes to a position of the current entry, also before it is loaded; see
  /// ``PlaybackControls/seek(to:)``.
  public func seek(to position: Duration) {
    turn { $0.machine.seek(to: position, now: $1) }
  }

  /// Goes to the next entry in play order, at once. At the end: no effect, unless all is repeated.
  public func next() {
    turn { $0.machine.next(now: $1) }
  }

  /// Restarts the track, or, up to the configured position in it, goes to the previous entry in play
  /// order. At the first entry it restarts.
  public func previous() {
    turn { $0.machine.previous(now: $1) }
  }

  /// Falls silent and gives the track back; entry and position stay for ``play()``. With nothing
  /// loaded: no effect.
  public func stop() {
    turn { $0.machine.stop(now: $1) }
  }

  /// Sets volume, mute or rate, for this track and later ones, whatever their players.
  public func change(_ change: OutputChange) {
    turn { $0.machine.change(change, now: $1) }
  }

  /// What is repeated.
  public var repeatMode: RepeatMode {
    get { queue.repeatMode }
    set { turn { $0.machine.setRepeatMode(newValue, now: $1) } }
  }

  /// Whether the play order is shuffled. Turned on, the current entry leads; turned off, the base
  /// order holds again and the current entry stays.
  public var isShuffled: Bool {
    get { queue.isShuffled }
    set { shuffle(newValue) }
  }

  /// Whether playback stops where the current track ends, or fails, instead of going on: once, then
  /// it is off again. Playing is not wanted any more then (``WantsToPlayReason/endOfItem``), and the
  /// entry stays current; ``play()`` begins it anew, ``next()`` goes to the one behind it.
  ///
  /// A command that goes to another entry leaves it on, for that entry.
  public var stopsAfterCurrent: Bool {
    get { state.withLock(\.machine.stopsAfterCurrent) }
    set { turn { $0.machine.setStopsAfterCurrent(newValue, now: $1) } }
  }

  // MARK: - One turn

  func turn(_ body: (inout State, MonotonicInstant) -> QueueStep) {
    state.withLock { take(body(&$0, clock.now), &$0) }
    settle()
  }

  private func attempt(
    _ body: (inout State, MonotonicInstant) throws(QueueError) -> QueueStep
  ) throws(QueueError) {
    try state.withLock { (state) throws(QueueError) in
      take(try body(&state, clock.now), &state)
    }
    settle()
  }

  /// Under the lock: what is told and commanded takes its place in line.
  func take(_ step: QueueStep, _ state: inout State) {
    let status = state.machine.status
    events.post(
      step.changes.map { QueuePlayerEvent(change: $0, status: status) },
      status: status
    )
    errands.post(contentsOf: step.commands.map { errand(for: $0, state) })
    state.players = state.players.filter { state.machine.knows($0.key) }
  }

  private func errand(for command: QueueCommand, _ state: State) -> Errand {
    Errand(command: command, player: command.player.flatMap { state.players[$0] })
  }

  /// Outside the lock: it is carried out.
  func settle() {
    events.flush()
    setTimer()
    guard errands.beginDraining() else { return }
    while let batch = errands.take() {
      for errand in batch { perform(errand) }
    }
  }

  private func perform(_ errand: Errand) {
    switch errand.command {
    case .choose(let load, let track):
      let types = track.playerTypes
      turn { $0.machine.chosen(load, types: types, now: $1) }
    case .prepare(_, let load, let track, let position, let isPlaying):
      errand.player?.prepare(request(load, track, at: position, wantsToPlay: isPlaying))
    case .control(_, let command, let load):
      errand.player?.control(command, of: load)
    case .change(_, let settings):
      errand.player?.change(.all(settings))
    case .preload(_, let load, let track, let current):
      errand.player?.preloading?.preload(
        request(load, track, at: .zero, wantsToPlay: true),
        after: current
      )
    case .cancelPreload(_, let load):
      errand.player?.preloading?.cancelPreload(load)
    }
  }

  private func request(
    _ load: LoadID,
    _ track: any Track,
    at position: Duration,
    wantsToPlay: Bool
  ) -> LoadRequest {
    LoadRequest(id: load, track: track, position: position, wantsToPlay: wantsToPlay) {
      [weak self] report in
      self?.turn { $0.machine.report(report, of: load, now: $1) }
    }
  }

  // MARK: - The timer

  /// Keeps one timer, for whatever the machine waits for next.
  private func setTimer() {
    let change = state.withLock { state -> (old: ClockTimer?, new: MonotonicInstant?)? in
      let deadline = state.machine.deadline
      guard deadline != state.timer?.deadline else { return nil }
      let old = state.timer?.handle
      state.timer = deadline.map { ($0, nil) }
      return (old, deadline)
    }
    guard let change else { return }
    change.old?.cancel()
    guard let deadline = change.new else { return }
    let timer = clock.schedule(at: deadline) { [weak self] in self?.timerFired(deadline) }
    let isWanted = state.withLock { state in
      guard state.timer?.deadline == deadline else { return false }
      state.timer?.handle = timer
      return true
    }
    if !isWanted { timer.cancel() }
  }

  private func timerFired(_ deadline: MonotonicInstant) {
    turn { state, now in
      if state.timer?.deadline == deadline { state.timer = nil }
      return state.machine.tick(now: max(now, deadline))
    }
  }
}

extension QueueCommand {
  fileprivate var player: PlayerRef? {
    switch self {
    case .choose: nil
    case .prepare(let player, _, _, _, _), .control(let player, _, _), .change(let player, _),
      .preload(let player, _, _, _), .cancelPreload(let player, _):
      player
    }
  }
}

extension QueueStateMachine.Configuration {
  fileprivate init(_ configuration: QueuePlayer.Configuration) {
    errorPolicy = configuration.errorPolicy
    restartThreshold = configuration.restartThreshold
    releaseTimeout = configuration.releaseTimeout
    endTolerance = configuration.endTolerance
  }
}
