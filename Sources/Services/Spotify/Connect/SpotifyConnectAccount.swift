import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// A user's playback on Spotify's own devices, used by ``SpotifyConnectPlayer``.
///
/// Playback is shared across all of a user's apps and devices. Make one account for each user, and
/// share it among players: loading in one player ends the other player's load with `superseded`.
/// The account sends one command at a time, waits for its reply, and follows the state of the
/// service. It reads the state every 5 s while a track plays, every second around its end, and for
/// 30 s after a pause. Playback needs a Premium subscription, and an open Spotify app on some
/// device.
///
/// All methods may be called on any thread, any number of times, and do not block. No observer is
/// called under its lock. Descriptions contain no token.
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

  private struct State: Sendable {
    var machine: SpotifyConnectStateMachine
    /// The loads that have not ended.
    var owners: [LoadID: Owner] = [:]
    /// Cancels the current request.
    var giveUp: (@Sendable () -> Void)?
    var timer: PendingTimer?
    /// The callers that wait for silence.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The maximum wait for silence.
  private static let longestFarewell = Duration.seconds(3)

  /// The known state of the user's subscription. Refusals by players are recorded here.
  public let subscription: SpotifySubscription
  /// The clock of the positions.
  public let clock: any PlaybackClock
  private let remote: any ConnectRemote
  private let state: Locked<State>
  private let outbox = Mailbox<Effect>()

  /// Makes an account. Sends nothing yet.
  ///
  /// - Parameters:
  ///   - client: A client with the user's token, preferably without its own retries and cache.
  ///   - subscription: The subscription, shared with the user's ``SpotifyTrack``s.
  ///   - device: The id or name of the device to play on. `nil` means the active one, or the first
  ///     one that accepts commands.
  ///   - clock: Measures positions and pauses between requests.
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

  /// Transfers playback to another device, by its id or name, and uses it from now on. If that
  /// device does not accept it, playback stays where it is, and the next track fails with
  /// `noDevice`.
  public func play(onDevice device: String) {
    turn { $0.move(to: device, now: $1) }
  }

  /// Reads the state at once, for example when the app comes to the foreground. During a long
  /// pause, the account does not otherwise notice that playback resumed elsewhere.
  public func refresh() {
    turn { $0.refresh(now: $1) }
  }

  /// Releases the current load, and returns when the device is silent, or after 3 s. Call it before
  /// the process exits; otherwise the device would continue to play.
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

  // MARK: - Player commands

  func open(_ request: LoadRequest, for sink: ReportSink) {
    let owner = Owner(sink: sink, track: request.track)
    guard let track = request.track as? any SpotifyPlayable,
      let id = try? SpotifyChecks.identity(track.spotifyID)
    else {
      let error = PlayerError(.invalidItem, "This is not a track of Spotify.")
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

  // MARK: - Turns

  /// Runs the machine under the lock, and performs its actions after unlocking.
  private func turn(
    adding owner: (LoadID, Owner)? = nil,
    _ body: (inout SpotifyConnectStateMachine, MonotonicInstant) -> [SpotifyConnectStateMachine
      .Action]
  ) {
    state.withLock { state in
      if let (id, owner) = owner { state.owners[id] = owner }
      let actions = body(&state.machine, clock.now)
      outbox.post(contentsOf: actions.compactMap { Self.effect(of: $0, &state.owners) })
    }
    keepTimer()
    outbox.drain(perform)
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

  private func perform(_ effect: Effect) {
    switch effect {
    case .report(let report, let load, let sink): sink.report(report, of: load)
    case .entitled(let isPremium): subscription.record(isPremium: isPremium)
    case .abandon: state.withLock { $0.giveUp.take() }?()
    case .send(let request, let number): send(request, number)
    }
  }

  /// The reply keeps the account alive, since a pause may still have to be sent.
  private func send(_ request: ConnectRequest, _ number: Int) {
    let giveUp = remote.send(request) { reply in
      self.turn { $0.replied(reply, number: number, now: $1) }
    }
    state.withLock { $0.giveUp = giveUp }
  }

  private func keepTimer() {
    state.keepTimer(at: \.timer, on: clock, until: \.machine.deadline) { [weak self] deadline in
      self?.timePassed(deadline)
    }
  }

  private func timePassed(_ deadline: MonotonicInstant) {
    guard state.removeTimer(at: \.timer, dueAt: deadline) else { return }
    turn { $0.timePassed(now: $1) }
  }
}
