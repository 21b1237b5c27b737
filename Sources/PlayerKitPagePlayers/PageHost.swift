import Foundation
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitSystem
import PlayerKitWebServer

/// Connects page players with the pages that play: a browser tab in which the services' own players
/// run.
///
/// One page plays at a time, and it plays one track at a time: a load in one player ends the load
/// of another one with `superseded`. Make one host, give it to the page players, and serve it with
/// a ``PageServer``. If no page is open, a load fails with ``PlayerKit/PlayerError/Code/noPage``,
/// and a queue tries the next player type of the track.
///
/// Pages are untrusted, since they run scripts of the services. They can report on their own load
/// and ask for the tokens of ``PageAccounts``, nothing else. The host logs and keeps nothing that
/// they send.
///
/// Threads: any. No observer is called under its lock.
public final class PageHost: Sendable {
  /// The configuration of a host.
  public struct Configuration: Sendable {
    /// The time that a load waits for a page if none is open. Zero by default: it fails at once, so
    /// that a queue tries another player.
    public var pageTimeout: Duration
    /// The time that a load waits for the user's click in the page.
    public var clickTimeout: Duration
    /// The user's accounts.
    public var accounts: PageAccounts

    /// Makes a configuration.
    public init(
      pageTimeout: Duration = .zero,
      clickTimeout: Duration = .seconds(120),
      accounts: PageAccounts = PageAccounts()
    ) {
      self.pageTimeout = max(.zero, pageTimeout)
      self.clickTimeout = max(.zero, clickTimeout)
      self.accounts = accounts
    }
  }

  /// The maximum wait for silence when the host ends. Longer than a page's own deadline.
  private static let longestFarewell = Duration.seconds(3)

  private struct Owner: Sendable {
    let sink: ReportSink
    let track: any Track
    let playerType: PlayerType
  }

  private enum Effect: Sendable {
    case send(PageEnvelope, any PageLink)
    case close(WebSocketClose, any PageLink)
    case trust(any PageLink)
    case report(LoadEvent, LoadID, ReportSink)
    case findToken(PageTokenKind, answerTo: Int, of: Int)
    case start(PageItem, String, Duration, answerTo: Int, of: Int)
    case signedIn(Result<AppleMusicSignIn, PageSignInFailure>)
    case status(PageStatus)
    case silent([CheckedContinuation<Void, Never>])
  }

  private struct State: Sendable {
    var machine: PageStateMachine
    var links: [Int: any PageLink] = [:]
    var lastConnection = 0
    /// The loads that have not ended.
    var owners: [LoadID: Owner] = [:]
    var timer: PendingTimer?
    var status = PageStatus()
    var listeners: [Int: AsyncStream<PageStatus>.Continuation] = [:]
    var lastListener = 0
    /// The calls that wait for silence.
    var farewells: [CheckedContinuation<Void, Never>] = []
    /// The calls that wait for a sign-in.
    var signIns: [Int: CheckedContinuation<Result<AppleMusicSignIn, PageSignInFailure>, Never>] =
      [:]
    var lastSignIn = 0
  }

  /// The clock of all positions.
  public let clock: any PlaybackClock
  /// The credential of the pages.
  let credential: String
  private let accounts: PageAccounts
  private let state: Locked<State>
  private let outbox = Mailbox<Effect>()

  /// Makes a host without a page.
  public init(
    configuration: Configuration = Configuration(),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.clock = clock
    credential = WebAccess.makeToken()
    accounts = configuration.accounts
    let machine = PageStateMachine(
      PageStateMachine.Configuration(
        credential: credential,
        server: WebAccess.makeToken(),
        pageTimeout: configuration.pageTimeout,
        clickTimeout: configuration.clickTimeout
      )
    )
    state = Locked(State(machine: machine))
  }

  // MARK: - For apps

  /// The state of the pages.
  public var status: PageStatus { state.withLock(\.status) }

  /// The state of the pages, now and after each change. The stream ends with the host.
  public func statuses() -> AsyncStream<PageStatus> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
      let id = state.withLock { state in
        state.lastListener += 1
        state.listeners[state.lastListener] = listener
        listener.yield(state.status)
        return state.lastListener
      }
      listener.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
      }
    }
  }

  /// Releases the current load, and returns when the page is silent, or after 3 s. Call it before
  /// the process exits.
  public func finish() async {
    turn { $0.releaseAll(now: $1) }
    await withCheckedContinuation { continuation in
      state.withLock { $0.farewells.append(continuation) }
      _ = clock.schedule(at: clock.now + Self.longestFarewell) { [weak self] in
        self?.endFarewells()
      }
      turn { _, _ in }
    }
  }

  private func endFarewells() {
    let all = state.withLock { state in
      defer { state.farewells = [] }
      return state.farewells
    }
    for continuation in all { continuation.resume() }
  }

  /// Shows a button in the page with which the user signs in to Apple Music, and waits for it. The
  /// sign-in itself happens in Apple's own window.
  ///
  /// - Throws: ``PageSignInFailure``; `CancellationError` if the task is canceled.
  public func signInToAppleMusic() async throws -> AppleMusicSignIn {
    let id = state.withLock { state in
      state.lastSignIn += 1
      return state.lastSignIn
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.signIns[id] = continuation }
        turn { machine, _ in machine.signInToAppleMusic(true) }
        if Task.isCancelled { cancelSignIn(id) }
      }
    } onCancel: {
      cancelSignIn(id)
    }
    try Task.checkCancellation()
    return try result.get()
  }

  private func cancelSignIn(_ id: Int) {
    let (call, isLast) = state.withLock { state in
      (state.signIns.removeValue(forKey: id), state.signIns.isEmpty)
    }
    if isLast { turn { machine, _ in machine.signInToAppleMusic(false) } }
    call?.resume(returning: .failure(.closed))
  }

  // MARK: - For players

  func open(
    _ request: LoadRequest,
    _ item: Result<PageItem, PlayerError>,
    _ playerType: PlayerType,
    for sink: ReportSink
  ) {
    let owner = Owner(sink: sink, track: request.track, playerType: playerType)
    let metadata = request.track.metadata
    let artwork = metadata.artwork?.url(width: 600, height: 600)
    let info = PageTrackInfo(
      title: metadata.title,
      artist: metadata.artist,
      artwork: artwork.flatMap { $0.scheme == "https" ? $0.absoluteString : nil },
      duration: metadata.duration
    )
    turn(adding: (request.id, owner)) { machine, now in
      switch item {
      case .success(let item):
        machine.open(
          request.id,
          item,
          info,
          at: request.position,
          wantsToPlay: request.wantsToPlay,
          now: now
        )
      case .failure(let error): machine.refuse(request.id, error, now: now)
      }
    }
  }

  func perform(_ body: (inout PageStateMachine, MonotonicInstant) -> Void) {
    turn(body)
  }

  // MARK: - For connections

  /// Adds a page's connection, and returns its number.
  func connect(_ link: any PageLink) -> Int {
    var id = 0
    turn { state, now in
      state.lastConnection += 1
      id = state.lastConnection
      state.links[id] = link
      state.machine.connected(id, now: now)
    }
    return id
  }

  func disconnect(_ id: Int) {
    turn { state, now in
      state.links[id] = nil
      state.machine.disconnected(id, now: now)
    }
  }

  func received(_ json: Data, from id: Int) {
    let message = try? PageMessage(json: json)
    turn { machine, now in
      if let message {
        machine.received(message, from: id, now: now)
      } else {
        machine.receivedUnreadable(from: id, now: now)
      }
    }
  }

  // MARK: - One turn

  private func turn(
    adding owner: (LoadID, Owner)? = nil,
    _ body: (inout PageStateMachine, MonotonicInstant) -> Void
  ) {
    turn { (state: inout State, now) in
      if let (id, owner) = owner { state.owners[id] = owner }
      body(&state.machine, now)
    }
  }

  /// Runs the machine under the lock, and performs its actions after unlocking.
  private func turn(_ body: (inout State, MonotonicInstant) -> Void) {
    state.withLock { state in
      body(&state, clock.now)
      let actions = state.machine.takeActions()
      var effects = actions.compactMap { Self.effect(of: $0, &state) }
      let status = state.machine.status
      if status != state.status {
        state.status = status
        effects.append(.status(status))
      }
      if state.machine.isSilent, !state.farewells.isEmpty {
        effects.append(.silent(state.farewells))
        state.farewells = []
      }
      outbox.post(contentsOf: effects)
    }
    state.keepTimer(at: \.timer, on: clock, until: \.machine.deadline) { [weak self] deadline in
      self?.timePassed(deadline)
    }
    outbox.drain(perform)
  }

  private func timePassed(_ deadline: MonotonicInstant) {
    guard state.removeTimer(at: \.timer, dueAt: deadline) else { return }
    turn { $0.timePassed(now: max($1, deadline)) }
  }

  private static func effect(of action: PageStateMachine.Action, _ state: inout State) -> Effect? {
    switch action {
    case .send(let envelope, let id): return state.links[id].map { .send(envelope, $0) }
    case .close(let id, let reason):
      return state.links.removeValue(forKey: id).map { .close(reason, $0) }
    case .trust(let id): return state.links[id].map { .trust($0) }
    case .report(var report, let load):
      guard let owner = state.owners[load] else { return nil }
      if report.isTerminal { state.owners[load] = nil }
      if case .failed(let error, let next) = report {
        let named = error.attributed(to: owner.track, playerType: owner.playerType)
        report = .failed(named, followedBy: next)
      }
      return .report(report, load, owner.sink)
    case .findToken(let kind, let answerTo, let id):
      return .findToken(kind, answerTo: answerTo, of: id)
    case .start(let item, let device, let position, let answerTo, let id):
      return .start(item, device, position, answerTo: answerTo, of: id)
    case .signedIn(let token, let storefront):
      guard let token = try? MusicUserToken(token) else { return .signedIn(.failure(.failed)) }
      return .signedIn(.success(AppleMusicSignIn(token: token, storefront: storefront)))
    case .signInFailed(let failure): return .signedIn(.failure(failure))
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .send(let envelope, let link): link.send(envelope)
    case .close(let reason, let link): link.close(reason)
    case .trust(let link): link.trust()
    case .report(let report, let load, let sink): sink.report(report, of: load)
    case .findToken(let kind, let answerTo, let id):
      Task { [accounts, weak self] in
        let token = await accounts.token(kind)
        self?.turn { machine, _ in
          machine.send(.token(answerTo: answerTo, kind, token), to: id)
        }
      }
    case .start(let item, let device, let position, let answerTo, let id):
      Task { [accounts, weak self] in
        let failure = await accounts.start(item, at: position, on: device)
        self?.turn { machine, _ in
          machine.send(.started(answerTo: answerTo, failure), to: id)
        }
      }
    case .signedIn(let result):
      let calls = state.withLock { state in
        defer { state.signIns = [:] }
        return state.signIns
      }
      for call in calls.values { call.resume(returning: result) }
    case .status(let status):
      for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(status) }
    case .silent(let calls): for call in calls { call.resume() }
    }
  }

  /// Closes all connections: the server ends.
  func closeAll() {
    turn { $0.closeAll(now: $1) }
  }

  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }
}

/// The way to a page. Its methods return at once.
protocol PageLink: Sendable {
  func send(_ envelope: PageEnvelope)
  /// Ends the connection. Nothing more is sent.
  func close(_ reason: WebSocketClose)
  /// The page has sent the credential.
  func trust()
}
