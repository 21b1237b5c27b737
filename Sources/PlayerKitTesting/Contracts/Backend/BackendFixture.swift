import PlayerKit
import PlayerKitSystem

/// A backend under test, with a player that commands it and helpers for a check.
final class BackendFixture: ContractFixture {
  let player: RecordingPlayer
  let backend: RecordingBackend
  let observer: RecordingObserver<PlayerEvent>
  /// The player whose backend is under test.
  private let made: any Player
  private let harness: any BackendHarness
  private let muteChanges = Locked(0)

  init(of made: any Player, harness: any BackendHarness) {
    self.made = made
    self.harness = harness
    backend = RecordingBackend(made.core.backend)
    player = RecordingPlayer(backend, like: made)
    observer = RecordingObserver(of: player)
    harness.willCheck(player)
  }

  var timing: any ContractHarness { harness }
  var tracks: BackendContractTracks { harness.tracks }
  var recorder: ReportRecorder { backend.recorder }
  var issued: Locked<[LoadID]> { backend.issued }
  var story: String { "state: \(player.state); told: \(observer.events.map(\.change))" }

  /// The current time on the player's clock.
  var now: MonotonicInstant { harness.clock.now }

  /// Runs a check, unloads everything even if the check fails, and verifies the general
  /// requirements.
  func run(_ body: (BackendFixture) async throws -> Void) async throws {
    try await cleaningUp(by: { giveBack() }) { try await body(self) }
    for load in issued.withLock({ $0 }) { _ = try await ending(of: load) }
    let changes = try await told()
    try await verifyLoads()
    try expect(player.state, is: .initial, "the state of an unloaded player")
    try verify(changes)
  }

  private func giveBack() {
    player.unload()
    for load in issued.withLock({ $0 })
    where !recorder.reports(of: load).contains(where: \.isTerminal) {
      backend.command(.release(load))
    }
  }

  // MARK: Commands

  @discardableResult
  func prepare(_ track: any Track, at position: Duration = .zero) -> LoadID {
    player.prepare(track, at: position)
    return player.status.load ?? .unique()
  }

  @discardableResult
  func play(_ track: any Track, clip: Clip? = nil, at position: Duration = .zero) -> LoadID {
    player.play(track, clip: clip, at: position)
    return player.status.load ?? .unique()
  }

  /// Queues a track to follow a load without a gap.
  func preload(_ track: any Track, after load: LoadID) -> LoadID {
    let request = LoadRequest(track: track, wantsToPlay: true)
    backend.command(.preload(request, after: load))
    return request.id
  }

  /// Plays a track and waits until it is audible.
  @discardableResult
  func start(
    _ track: any Track,
    clip: Clip? = nil,
    at position: Duration = .zero
  ) async throws -> LoadID {
    let load = play(track, clip: clip, at: position)
    try await wait(for: .play)
    return load
  }

  /// Prepares a track and waits until it is ready.
  @discardableResult
  func cue(_ track: any Track, at position: Duration = .zero) async throws -> LoadID {
    let load = prepare(track, at: position)
    try await wait(for: .pause)
    return load
  }

  /// Mutes or unmutes. Checks must use only this method, because ``told()`` counts the changes.
  func setMuted(_ isMuted: Bool) {
    muteChanges.withLock { changes in
      guard player.isMuted != isMuted else { return }
      changes += 1
      player.isMuted = isMuted
    }
  }

  // MARK: Waiting

  func wait(
    for what: String,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws {
    try await harness.wait(for: what, of: player, until: condition)
  }

  func wait(for state: PlayerState) async throws {
    try await wait(for: "the state \(state)") { $0.state == state }
  }

  func waitForCompletion(of seek: SeekID, in load: LoadID) async throws {
    _ = try await first("the completion of the seek", of: load) { $0.completion(of: seek) }
  }

  /// Waits until nothing is loaded, and expects that the load played to its end.
  func expectEnd(of load: LoadID) async throws {
    try await wait(for: .initial)
    try await expectEnding(of: load, .ended(followedBy: nil))
  }

  /// Asks the backend for the position of the current load and waits for the answer.
  @discardableResult
  func measure() async throws -> PositionAnchor {
    guard let load = player.status.load else { throw ContractViolation("nothing is loaded") }
    let known = recorder.reports(of: load).count { $0.measuredPosition != nil }
    backend.command(.measure(load))
    try await wait(
      for: "where load \(load) is",
      untilReported: { $0.reports(of: load).count { $0.measuredPosition != nil } > known }
    )
    guard let anchor = recorder.reports(of: load).compactMap(\.measuredPosition).last else {
      throw ContractViolation("it has no position")
    }
    return anchor
  }

  func waitForSeek() async throws {
    try await wait(for: "a seek to be settled") { $0.state == .play || $0.state == .pause }
  }

  /// Operates the controls of the player's device. Returns `false` if the device has none.
  func useControls(_ use: RemoteUse) async throws -> Bool {
    try await harness.useControls(of: made, use)
  }

  /// Returns all changes that observers have received so far.
  ///
  /// Sends a marker and waits until observers receive it, because they run after the status
  /// changes.
  @discardableResult
  func told() async throws -> [PlaybackChange] {
    setMuted(!player.isMuted)
    let expected = muteChanges.withLock { $0 }
    let events = try await observer.wait(for: "the marker behind all events") {
      $0.muteChanges == expected
    }
    return events.changes
  }

  /// Waits until a check's own observer, which may have been added late, has received all events so
  /// far. Changes the volume.
  func settle(_ observer: RecordingObserver<PlayerEvent>) async throws {
    let marker = Double.random(in: 0...1)
    player.volume = marker
    try await observer.wait(for: "the marker behind all events") {
      $0.contains { $0.status.volume == marker }
    }
  }

  // MARK: Another player

  func makePlayer() async throws -> any Player {
    try await harness.makePlayer()
  }
}

// MARK: - Expectations

extension BackendFixture {
  /// Expects that the position has advanced from `start` by at most the time elapsed since
  /// `instant`, and by at least `least`. On a busy machine more time may elapse than the check
  /// waited for.
  func expectPosition(
    from start: Duration,
    since instant: MonotonicInstant,
    atLeast least: Duration = .zero,
    rate: Double = 1
  ) throws {
    let position = player.position
    let range =
      start + least - harness.tolerance...start + (now - instant) * rate + harness.tolerance
    try expect(range.contains(position), "the position is \(position), not in \(range)")
  }

  private func verify(_ changes: [PlaybackChange]) throws {
    var state = PlayerState.initial
    for case .state(let old, let new) in changes {
      try expect(old, is: state, "the state before \(new)")
      try expect(old != new, "a change from \(old) to itself")
      state = new
    }
    try expect(state, is: .initial, "the last state told")
  }
}

extension [PlayerEvent] {
  fileprivate var muteChanges: Int {
    var isMuted = false
    var count = 0
    for case .settings(let settings, _) in changes where settings.isMuted != isMuted {
      isMuted = settings.isMuted
      count += 1
    }
    return count
  }
}
