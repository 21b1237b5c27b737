import PlayerKit
import PlayerKitSystem

// What the user, remote controls, and the world's accidents do.
extension SimulatedWorld {
  private typealias Act = (name: String, body: @Sendable (SimulatedWorld, QueuePlayer) -> Void)

  private static let acts: [Act] = [
    ("play", { $0.play($1) }), ("play", { $0.play($1) }), ("play", { $0.play($1) }),
    ("pause", { $0.pause($1) }), ("next", { $1.next() }), ("next", { $1.next() }),
    ("previous", { $1.previous() }), ("toggle", { $1.togglePlayPause() }),
    ("seek", { $0.seek($1) }), ("seek", { $0.seek($1) }), ("stop", { $1.stop() }),
    ("retry", { $1.retry() }), ("prepare", { $1.prepare() }),
    ("play entry", { $0.playEntry($1) }), ("set", { $0.set($1) }), ("append", { $0.append($1) }),
    ("insert", { $0.insert($1) }), ("play next", { $0.playNext($1) }),
    ("play later", { $0.playLater($1) }), ("remove", { $0.remove($1) }),
    ("move", { $0.move($1) }), ("replace", { $0.replace($1) }),
    ("repeat", { $0.changeRepeat($1) }), ("shuffle", { $0.shuffle($1) }),
    ("stop after current", { $1.stopsAfterCurrent.toggle() }), ("rate", { $0.changeRate($1) }),
    ("volume", { $0.changeVolume($1) }), ("interrupt", { $0.interrupt($1) }),
    ("duck", { $0.duck($1) }), ("sleep", { $0.sleep($1) }), ("source", { $0.changeSource($1) }),
    ("erase history", { $1.eraseHistory() }), ("remote", { $0.remote($1) }),
    ("remote", { $0.remote($1) }), ("network", { world, _ in world.network.isLost.toggle() }),
    ("device", { world, _ in world.useDevice() }), ("flush", { world, _ in world.flush() }),
    ("flush", { world, _ in world.flush() }), ("disk", { world, _ in world.disturbDisk() }),
    ("power", { world, _ in world.losePower() }),
  ]

  /// Does one thing.
  func act() {
    guard let machine, let act = Self.acts.randomElement(using: &dice) else { return }
    note(act.name)
    act.body(self, machine.queue)
  }

  // MARK: - Playback

  private func play(_ queue: QueuePlayer) {
    queue.play()
  }

  private func pause(_ queue: QueuePlayer) {
    if fault != .pauseIsLost { queue.pause() }
    expect(!queue.playback.wantsToPlay, .everyCommandAnswered, "pause() is not reflected")
  }

  private func seek(_ queue: QueuePlayer) {
    let position = Duration.milliseconds(Int.random(in: 0...30_000, using: &dice))
    let status = queue.playback
    queue.seek(to: position)
    // It may end or fail in this very instant.
    guard status.isSeekable, status.state != .initial, queue.playback.load == status.load,
      queue.playback.state != .initial
    else { return }
    expect(
      queue.position == min(position, status.duration ?? position),
      .everyCommandAnswered,
      "a seek to \(position) shows \(queue.position)"
    )
  }

  private func playEntry(_ queue: QueuePlayer) {
    guard let entry = queue.entries.randomElement(using: &dice) else { return }
    try? queue.play(entry.id)
  }

  private func changeRepeat(_ queue: QueuePlayer) {
    let mode = RepeatMode.allCases.randomElement(using: &dice) ?? .off
    queue.repeatMode = mode
    expect(queue.repeatMode == mode, .everyCommandAnswered, "the repeat mode is not reflected")
  }

  private func shuffle(_ queue: QueuePlayer) {
    let isOn = !queue.isShuffled
    queue.isShuffled = isOn
    expect(queue.isShuffled == isOn, .everyCommandAnswered, "shuffle is not reflected")
  }

  private func changeRate(_ queue: QueuePlayer) {
    let rate = [0.5, 1.0, 2.0].randomElement(using: &dice) ?? 1.0
    queue.rate = rate
    expect(queue.rate == rate, .everyCommandAnswered, "the rate is not reflected")
  }

  private func changeVolume(_ queue: QueuePlayer) {
    let volume = Double(Int.random(in: 0...100, using: &dice)) / 100
    queue.volume = volume
    expect(queue.volume == volume, .everyCommandAnswered, "the volume is not reflected")
  }

  private func interrupt(_ queue: QueuePlayer) {
    if queue.playback.suppressions.contains(.interruption) {
      queue.endInterruption()
    } else {
      queue.beginInterruption()
      expect(
        !queue.playback.isPlaying,
        .everyCommandAnswered,
        "it plays during an interruption"
      )
    }
  }

  private func duck(_ queue: QueuePlayer) {
    if queue.playback.ducking < 1 {
      queue.endDucking(for: .interruption)
    } else {
      queue.beginDucking(to: 0.5, for: .interruption)
    }
  }

  private func sleep(_ queue: QueuePlayer) {
    let time = Duration.seconds(Int.random(in: 1...60, using: &dice))
    let timers: [SleepTimer?] = [.after(time, on: clock), .endOfTrack, nil]
    queue.sleepTimer = timers.randomElement(using: &dice) ?? nil
  }

  private func changeSource(_ queue: QueuePlayer) {
    guard queue.source == nil else { return queue.source = nil }
    queue.source = SimulatedSource(clock: clock, dice: Locked(SeededGenerator(seed: dice.next())))
  }

  // MARK: - Edits

  private func set(_ queue: QueuePlayer) {
    let tracks = tracks(0...5)
    let start = tracks.isEmpty ? 0 : Int.random(in: 0..<tracks.count, using: &dice)
    try? queue.set(tracks, startAt: start)
    expect(
      queue.entries.map { $0.track.id } == tracks.map(\.id),
      .everyCommandAnswered,
      "set() is not reflected"
    )
  }

  private func append(_ queue: QueuePlayer) {
    guard queue.entries.count < Self.maximumEntries else { return queue.removeAll() }
    let added = queue.append(tracks(1...2))
    expectAdded(added, to: queue)
  }

  private func insert(_ queue: QueuePlayer) {
    guard queue.entries.count < Self.maximumEntries else { return }
    let index = Int.random(in: 0...queue.entries.count, using: &dice)
    expectAdded((try? queue.insert(tracks(1...2), at: index)) ?? [], to: queue)
  }

  private func playNext(_ queue: QueuePlayer) {
    guard queue.entries.count < Self.maximumEntries else { return }
    expectAdded(queue.playNext(tracks(1...1)), to: queue)
  }

  private func playLater(_ queue: QueuePlayer) {
    guard queue.entries.count < Self.maximumEntries else { return }
    expectAdded(queue.playLater(tracks(1...1)), to: queue)
  }

  private func expectAdded(_ added: [EntryID], to queue: QueuePlayer) {
    expect(
      !added.isEmpty && added.allSatisfy { queue.entries.contains($0) },
      .everyCommandAnswered,
      "an addition is not reflected"
    )
  }

  private func remove(_ queue: QueuePlayer) {
    guard let entry = queue.entries.randomElement(using: &dice)?.id else { return }
    try? queue.remove([entry])
    expect(!queue.entries.contains(entry), .everyCommandAnswered, "a removal is not reflected")
  }

  private func move(_ queue: QueuePlayer) {
    guard let entry = queue.entries.randomElement(using: &dice)?.id else { return }
    let index = Int.random(in: 0..<queue.entries.count, using: &dice)
    try? queue.move(entry, to: index)
    expect(
      queue.entries.index(of: entry) == index,
      .everyCommandAnswered,
      "a move is not reflected"
    )
  }

  private func replace(_ queue: QueuePlayer) {
    guard let entry = queue.entries.randomElement(using: &dice)?.id else { return }
    guard let track = tracks(1...1).first else { return }
    _ = try? queue.replace(entry, with: QueueItem(track))
  }

  private func tracks(_ count: ClosedRange<Int>) -> [any Track] {
    (0..<Int.random(in: count, using: &dice)).map { _ in
      lastTrack += 1
      let types = PlayerType.simulated.shuffled(using: &dice)
      let kind = SimulatedMedia.kinds.randomElement(using: &dice) ?? "fine"
      return FakeTrack(
        "\(kind)-\(lastTrack)",
        playerTypes: Array(types.prefix(Int.random(in: 1...2, using: &dice)))
      )
    }
  }

  // MARK: - Remote controls and accidents

  private func remote(_ queue: QueuePlayer) {
    let entry = queue.entries.randomElement(using: &dice)?.id
    let seconds = Duration.seconds(Int.random(in: -10...40, using: &dice))
    var commands: [RemoteCommand] = [
      .play, .pause, .toggle, .stop, .next, .previous, .retry, .seek(to: seconds),
      .skip(by: seconds), .volume(0.25), .mute(true), .mute(false), .rate(2), .shuffle(true),
      .repeatMode(.all), .stopAfterCurrent(false), .sleep(after: seconds), .sleep(after: nil),
      .sleepAtEndOfTrack, .chapter(1), .nextChapter, .previousChapter,
    ]
    if let entry {
      commands += [
        .jump(to: entry), .remove([entry]), .move(entry, before: nil), .place(entry, at: 1),
        .bringNext(entry),
      ]
    }
    guard let command = commands.randomElement(using: &dice) else { return }
    try? queue.perform(command)
    let status = queue.status
    let isReflected =
      switch command {
      case .pause: !status.playback.wantsToPlay
      case .volume(let volume): status.playback.volume == volume
      case .mute(let isMuted): status.playback.isMuted == isMuted
      case .rate(let rate): status.playback.rate == rate
      case .shuffle(let isShuffled): status.entries.isShuffled == isShuffled
      case .repeatMode(let mode): status.entries.repeatMode == mode
      case .stopAfterCurrent(let stops): status.stopsAfterCurrent == stops
      case .remove(let entries): !entries.contains { status.entries.contains($0) }
      default: true
      }
    expect(isReflected, .everyCommandAnswered, "a remote command is not reflected")
  }

  /// Someone uses the controls of a device, or takes the device away.
  private func useDevice() {
    guard let player = machine?.players.randomElement(using: &dice) else { return }
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: player.loseDevice()
    case 1: player.endLoad(with: .takenOver(by: nil))
    case 2: player.useControls(.pause)
    case 3: player.useControls(.play)
    case 4: player.useControls(.next)
    default: player.useControls(.volume(0.75))
    }
  }

  /// Asks for an immediate write. The answer comes later.
  private func flush() {
    guard let persister = machine?.persister else { return }
    let (chronicle, clock, start) = (chronicle, clock, clock.now)
    chronicle.flushBegan()
    Task(executorPreference: tasks) {
      var failure: QueueStoreError?
      do throws(QueueStoreError) {
        try await persister.flush()
      } catch {
        failure = error
      }
      chronicle.flushEnded(failure, from: start, to: clock.now)
    }
  }

  private func disturbDisk() {
    if Bool.random(using: &dice) {
      disk.failureShare = disk.failureShare > 0 ? 0 : 0.3
    } else {
      isPowerEnding = true
      disk.losePower(afterCalls: Int.random(in: 0...8, using: &dice))
    }
  }
}
