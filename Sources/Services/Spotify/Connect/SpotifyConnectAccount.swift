import PlayerKitSystem
import PlayerKitServices
import PlayerKit

/// One user's playback on Spotify's own devices: what ``SpotifyConnectPlayer``s are made of.
///
/// A user has one playback, whatever the number of apps and devices. So make one account for a user, and
/// share it among players: who loads ends the other's load as `superseded`. It sends one command at a
/// time, waits for its answer, and believes what the state shows. The state is read every 5 s while a
/// track plays, every second around its end, for 30 s after a pause, and else not at all. A track needs a
/// Premium account, and an app of Spotify that is open on some device.
///
/// All methods may be called on any thread, any number of times, and block nobody. No observer is called
/// under its lock. Descriptions hold no token.
public final class SpotifyConnectAccount: Sendable {
  private struct Owner: Sendable {
    let sink: ReportSink
    let track: any Track
  }

  private enum Effect: Sendable {
    case send(ConnectRequest, number: Int)
    case abandon
    case report(LoadEvent, LoadID, ReportSink)
    case entitled(Bool)
  }

  private struct Timer: Sendable {
    let deadline: MonotonicInstant
    var handle: ClockTimer?
  }

  private struct State: Sendable {
    var machine: SpotifyConnectStateMachine
    /// Whose loads have not ended.
    var owners: [LoadID: Owner] = [:]
    var effects: [Effect] = []
    var isDraining = false
    /// What gives up the request under way.
    var giveUp: (@Sendable () -> Void)?
    var timer: Timer?
    /// Who waits for silence.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// How long silence is waited for.
  private static let longestFarewell = Duration.seconds(3)

  /// What is known of the user's subscription. What players are refused is noted here.
  public let subscription: SpotifySubscription
  /// The clock of the positions.
  public let clock: any PlaybackClock
  private let remote: any ConnectRemote
  private let state: Locked<State>

  /// Makes an account. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - client: asks by the user's token; best without retries of its own and without a cache.
  ///   - subscription: shared with the user's ``SpotifyTrack``s.
  ///   - device: the id or the name of the device to play on; `nil`: the active one, else the first that
  ///     takes commands.
  ///   - clock: measures positions and pauses between requests.
  public convenience init(
    client: SpotifyClient,
    subscription: SpotifySubscription = SpotifySubscription(),
    device: String? = nil,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(
      remote: ClientRemote(client: client, clock: clock),
      subscription: subscription,
      device: device,
      clock: clock
    )
  }

  package init(
    remote: any ConnectRemote,
    subscription: SpotifySubscription,
    device: String? = nil,
    clock: any PlaybackClock
  ) {
    self.remote = remote
    self.subscription = subscription
    self.clock = clock
    state = Locked(State(machine: SpotifyConnectStateMachine(device: device)))
  }

  /// Plays on another device, by its id or name, from now on: what plays goes there. Where that device
  /// does not take it, playback stays where it is, and the next track fails with `noDevice`.
  public func play(onDevice device: String) {
    turn { $0.move(to: device, now: $1) }
  }

  /// Reads the state at once, such as when the app comes to the front: during a long pause nobody looks
  /// whether somebody plays on elsewhere.
  public func refresh() {
    turn { $0.refresh(now: $1) }
  }

  /// Gives back what is loaded, and returns when the device is silent; after 3 s in any case. For who is about
  /// to end the process, which would leave the device playing.
  public func finish() async {
    turn { $0.releaseAll(now: $1) }
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting.append(continuation) }
      _ = clock.schedule(at: clock.now + Self.longestFarewell) { self.resumeWaiting(true) }
      resumeWaiting(false)
    }
  }

  private func resumeWaiting(_ isOver: Bool) {
    let waiting = state.withLock { state in
      guard isOver || state.machine.isSilent else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  // MARK: - For players

  func open(_ request: LoadRequest, for sink: ReportSink) {
    let owner = Owner(sink: sink, track: request.track)
    guard let track = request.track as? any SpotifyPlayable,
      let id = try? SpotifyChecks.identity(track.spotifyID)
    else {
      let error = PlayerError(.invalidItem, "This is no track of Spotify's.")
      return turn(adding: (request.id, owner)) { $0.refuse(request.id, error, now: $1) }
    }
    let wanted = ConnectTrack(id: id, metadata: track.metadata)
    turn(adding: (request.id, owner)) {
      $0.open(
        request.id,
        wanted,
        at: request.position,
        wantsToPlay: request.wantsToPlay,
        now: $1
      )
    }
  }

  func perform(
    _ body: (inout SpotifyConnectStateMachine, MonotonicInstant) -> [SpotifyConnectStateMachine
      .Action]
  ) {
    turn(body)
  }

  // MARK: - One turn

  /// Locks, feeds the machine, unlocks, then acts.
  private func turn(
    adding owner: (LoadID, Owner)? = nil,
    _ body: (inout SpotifyConnectStateMachine, MonotonicInstant) -> [SpotifyConnectStateMachine
      .Action]
  ) {
    state.withLock { state in
      if let (id, owner) = owner { state.owners[id] = owner }
      let actions = body(&state.machine, clock.now)
      state.effects += actions.compactMap { Self.effect(of: $0, &state.owners) }
    }
    keepTimer()
    drain()
    resumeWaiting(false)
  }

  private static func effect(
    of action: SpotifyConnectStateMachine.Action,
    _ owners: inout [LoadID: Owner]
  ) -> Effect? {
    switch action {
    case .send(let request, let number): return .send(request, number: number)
    case .abandon: return .abandon
    case .entitled(let isPremium): return .entitled(isPremium)
    case .report(var report, let load):
      guard let owner = owners[load] else { return nil }
      if report.isTerminal { owners[load] = nil }
      if case .failed(let error, let next) = report {
        let named = error.attributed(to: owner.track, playerType: .spotifyConnect)
        report = .failed(named, followedBy: next)
      }
      return .report(report, load, owner.sink)
    }
  }

  /// Carries out what is to be done, in order, on the thread of whoever finds nobody doing so.
  private func drain() {
    while let effects = takeEffects() {
      for effect in effects {
        switch effect {
        case .report(let report, let load, let sink): sink.report(report, of: load)
        case .entitled(let isPremium): subscription.record(isPremium: isPremium)
        case .abandon: state.withLock { $0.giveUp.take() }?()
        case .send(let request, let number): send(request, number)
        }
      }
      state.withLock { $0.isDraining = false }
    }
  }

  private func takeEffects() -> [Effect]? {
    state.withLock { state in
      guard !state.isDraining, !state.effects.isEmpty else { return nil }
      state.isDraining = true
      defer { state.effects = [] }
      return state.effects
    }
  }

  /// The answer keeps the account alive: a pause may be still to be sent.
  private func send(_ request: ConnectRequest, _ number: Int) {
    let giveUp = remote.send(request) { reply in
      self.turn { $0.replied(reply, number: number, now: $1) }
    }
    state.withLock { $0.giveUp = giveUp }
  }

  private func keepTimer() {
    let change = state.withLock { state -> (old: ClockTimer?, new: MonotonicInstant?)? in
      let deadline = state.machine.deadline
      guard deadline != state.timer?.deadline else { return nil }
      let old = state.timer?.handle
      state.timer = deadline.map { Timer(deadline: $0) }
      return (old, deadline)
    }
    guard let change else { return }
    change.old?.cancel()
    guard let deadline = change.new else { return }
    let handle = clock.schedule(at: deadline) { [weak self] in self?.timePassed(deadline) }
    let isWanted = state.withLock { state in
      guard state.timer?.deadline == deadline else { return false }
      state.timer?.handle = handle
      return true
    }
    if !isWanted { handle.cancel() }
  }

  private func timePassed(_ deadline: MonotonicInstant) {
    let isDue = state.withLock { state in
      guard state.timer?.deadline == deadline else { return false }
      state.timer = nil
      return true
    }
    if isDue { turn { $0.timePassed(now: $1) } }
  }
}
