#if os(Linux)
  import Foundation
  import PlayerKit
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKitMPRIS
  @testable import PlayerKitRemote
  @testable import PlayerKitRooms

  /// A queue that is brought into a situation, and each protocol's view of it.
  private struct Stage {
    let clock = ManualClock()
    let player: FakePlayer
    let queue: QueuePlayer

    init(_ capabilities: PlayerCapabilities = .all) {
      player = FakePlayer(clock: clock, capabilities: capabilities)
      queue = QueuePlayer(players: [player], clock: clock)
    }

    func fill(_ count: Int = 3) { queue.append((0..<count).map { FakeTrack("t\($0)") }) }

    func wait(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

    /// Plays three tracks, the first for about 10 s.
    func begin() {
      fill()
      queue.play()
      wait(10)
    }

    /// Restores the second track at 30 s, as from a store.
    func restore() throws {
      try queue.set((0..<3).map { FakeTrack("t\($0)") }, startAt: 1, position: .seconds(30))
    }

    func fail(_ tracks: String...) {
      for track in tracks {
        var media = FakeMedia()
        media.openingError = PlayerError(.notFound, "There is no such track.")
        player.setMedia(media, for: track)
      }
    }
  }

  private typealias Situation = (name: String, make: @Sendable (Stage) throws -> Void)

  private let situations: [Situation] = [
    ("empty", { _ in }),
    ("filled", { $0.fill() }),
    (
      "filled, prepared",
      {
        $0.fill(); $0.queue.prepare(); $0.wait(1)
      }
    ),
    (
      "play, still loading",
      {
        $0.fill(); $0.queue.play()
      }
    ),
    ("playing", { $0.begin() }),
    (
      "paused",
      {
        $0.begin(); $0.queue.pause(); $0.wait(1)
      }
    ),
    (
      "paused while loading",
      {
        $0.fill(); $0.queue.play(); $0.queue.pause()
      }
    ),
    (
      "resumed",
      {
        $0.begin(); $0.queue.pause(); $0.wait(1); $0.queue.play(); $0.wait(1)
      }
    ),
    (
      "stopped in the middle",
      {
        $0.begin(); $0.queue.stop(); $0.wait(1)
      }
    ),
    (
      "stopped, then played",
      {
        $0.begin(); $0.queue.stop(); $0.queue.play(); $0.wait(1)
      }
    ),
    (
      "stopped while paused",
      {
        $0.begin(); $0.queue.pause(); $0.queue.stop(); $0.wait(1)
      }
    ),
    (
      "sought while playing",
      {
        $0.begin(); $0.queue.seek(to: .seconds(40)); $0.wait(1)
      }
    ),
    (
      "sought while paused",
      {
        $0.begin(); $0.queue.pause(); $0.queue.seek(to: .seconds(40)); $0.wait(1)
      }
    ),
    (
      "seek under way",
      {
        $0.begin(); $0.queue.seek(to: .seconds(40))
      }
    ),
    (
      "next while playing",
      {
        $0.begin(); $0.queue.next(); $0.wait(1)
      }
    ),
    (
      "next while paused",
      {
        $0.begin(); $0.queue.pause(); $0.queue.next(); $0.wait(1)
      }
    ),
    (
      "previous at 10 s",
      {
        $0.begin(); $0.queue.previous(); $0.wait(1)
      }
    ),
    (
      "at the second track",
      {
        $0.begin(); $0.wait(55)
      }
    ),
    (
      "at the last track",
      {
        $0.begin(); $0.wait(115)
      }
    ),
    (
      "played to the end",
      {
        $0.begin(); $0.wait(200)
      }
    ),
    (
      "played to the end, then played",
      {
        $0.begin(); $0.wait(200); $0.queue.play(); $0.wait(1)
      }
    ),
    (
      "played to the end, then more added",
      {
        $0.begin(); $0.wait(200); $0.queue.append([FakeTrack("more")]); $0.wait(1)
      }
    ),
    (
      "cleared while playing",
      {
        $0.begin(); $0.queue.removeAll(); $0.wait(1)
      }
    ),
    (
      "current track removed",
      {
        $0.begin(); try $0.queue.remove([$0.queue.entries[0].id]); $0.wait(1)
      }
    ),
    (
      "repeat one",
      {
        $0.begin(); $0.queue.repeatMode = .one; $0.wait(55)
      }
    ),
    (
      "repeat all, at the last track",
      {
        $0.begin(); $0.queue.repeatMode = .all; $0.wait(115)
      }
    ),
    (
      "shuffled",
      {
        $0.begin(); $0.queue.isShuffled = true
      }
    ),
    (
      "muted",
      {
        $0.begin(); $0.queue.isMuted = true
      }
    ),
    (
      "volume 40 %",
      {
        $0.begin(); $0.queue.volume = 0.4
      }
    ),
    (
      "speed 1.5",
      {
        $0.begin(); $0.queue.rate = 1.5; $0.wait(2)
      }
    ),
    (
      "stops after the current track, and did",
      {
        $0.begin(); $0.queue.stopsAfterCurrent = true; $0.wait(60)
      }
    ),
    (
      "interrupted while playing",
      {
        $0.begin(); $0.queue.beginInterruption(.interruption); $0.wait(1)
      }
    ),
    (
      "interrupted while paused",
      {
        $0.begin(); $0.queue.pause(); $0.queue.beginInterruption(.interruption); $0.wait(1)
      }
    ),
    (
      "interruption over",
      {
        $0.begin(); $0.queue.beginInterruption(.interruption); $0.wait(1)
        $0.queue.endInterruption(.interruption); $0.wait(1)
      }
    ),
    (
      "ducked",
      {
        $0.begin(); $0.queue.beginDucking(to: 0.2, for: .interruption); $0.wait(1)
      }
    ),
    (
      "first track failed, skipped",
      {
        $0.fail("t0"); $0.begin()
      }
    ),
    (
      "all tracks failed",
      {
        $0.fail("t0", "t1", "t2"); $0.begin()
      }
    ),
    (
      "sleep timer ran out",
      {
        $0.begin(); $0.queue.sleepTimer = .after(.seconds(5), on: $0.clock); $0.wait(6)
      }
    ),
    ("restored in the middle", { try $0.restore() }),
    (
      "restored, prepared",
      {
        try $0.restore(); $0.queue.prepare(); $0.wait(1)
      }
    ),
    (
      "restored, played",
      {
        try $0.restore(); $0.queue.play(); $0.wait(1)
      }
    ),
    (
      "restored, next",
      {
        try $0.restore(); $0.queue.next(); $0.wait(1)
      }
    ),
    (
      "restored, stopped",
      {
        try $0.restore(); $0.queue.stop(); $0.wait(1)
      }
    ),
    (
      "part of a track",
      {
        $0.queue.append([
          QueueItem(FakeTrack("t0"), clip: try Clip(from: .seconds(20), to: .seconds(50)))
        ])
        $0.queue.play(); $0.wait(10)
      }
    ),
    (
      "part of a track, not begun",
      {
        $0.queue.append([
          QueueItem(FakeTrack("t0"), clip: try Clip(from: .seconds(20), to: .seconds(50)))
        ])
      }
    ),
    (
      "jumped to the last track",
      {
        $0.begin(); try $0.queue.play($0.queue.entries[2].id); $0.wait(1)
      }
    ),
    ("play with an empty queue", { $0.queue.play() }),
    (
      "taken over by another program",
      {
        $0.begin(); $0.player.takeOver(); $0.wait(1)
      }
    ),
  ]

  /// The protocols' views of a queue.
  private struct Prints {
    let mpris: [String: DBusValue]
    let mpd: [String: String]
    let snapcast: PluginProperties
    let page: WebState
    let status: QueuePlayerStatus

    init(_ stage: Stage) {
      let (now, status) = (stage.clock.now, stage.queue.status)
      self.status = status
      let machine = MPRISStateMachine(
        MPRISSnapshot(status, at: now),
        permissions: MPRISStateMachine.Permissions(),
        at: now
      )
      mpris = machine.properties()
      var response = MPDResponse()
      MPDStatus(status: status, modes: MPDModes(), at: now)
        .write(into: &response, version: 0, ids: MPDSongIDs())
      let lines = String(decoding: response.bytes, as: UTF8.self).split(separator: "\n")
      let pairs = lines.compactMap { line -> (String, String)? in
        guard let colon = line.range(of: ": ") else { return nil }
        return (String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
      }
      mpd = Dictionary(pairs) { first, _ in first }
      snapcast = PluginProperties(status, at: now)
      var memory = WebLyricsCache()
      page = WebSnapshot(status, version: 0, memory: &memory).state
    }

    var states: [String] {
      [
        (mpris["PlaybackStatus"]?.string ?? "").lowercased(),
        ["play": "playing", "pause": "paused", "stop": "stopped"][mpd["state"] ?? ""] ?? "",
        snapcast.playbackStatus, page.playback.rawValue,
      ]
    }

    /// In milliseconds. MPD shows none while stopped, and the page computes it for display.
    var positions: [Int] {
      [
        Int((mpris["Position"]?.integer ?? -1) / 1_000),
        Int(((Double(mpd["elapsed"] ?? "0") ?? -1) * 1_000).rounded()),
        Int((snapcast.position * 1_000).rounded()),
      ]
    }

    var volumes: [Int] {
      [
        Int(((mpris["Volume"]?.double ?? -1) * 100).rounded()), Int(mpd["volume"] ?? "") ?? -1,
        snapcast.volume, page.isMuted ? 0 : Int((page.volume * 100).rounded()),
      ]
    }

    var modes: [String] {
      let loops = ["None": "off", "Track": "one", "Playlist": "all"]
      let mpdMode = mpd["repeat"] == "0" ? "off" : mpd["single"] == "1" ? "one" : "all"
      let plugin = ["none": "off", "track": "one", "playlist": "all"]
      return [
        "\(loops[mpris["LoopStatus"]?.string ?? ""] ?? "") \(mpris["Shuffle"]?.bool ?? false)",
        "\(mpdMode) \(mpd["random"] == "1")",
        "\(plugin[snapcast.loopStatus] ?? "") \(snapcast.shuffle)",
        "\(page.repeatMode.rawValue) \(page.isShuffled)",
      ]
    }

    var entries: [Int] {
      let queue = status.entries
      let path = mpris["Metadata"]?.properties?["mpris:trackid"]?.path
      let told = path.flatMap { EntryID(path: $0) }.flatMap { queue.index(of: $0) }
      let plugin = snapcast.metadata.flatMap { EntryID($0.trackId) }.flatMap { queue.index(of: $0) }
      return [told ?? -1, Int(mpd["song"] ?? "-1") ?? -2, plugin ?? -1, page.index ?? -1]
    }

    var canGoOn: [Bool] { [mpris["CanGoNext"]?.bool ?? false, snapcast.canGoNext] }
    var canGoBack: [Bool] { [mpris["CanGoPrevious"]?.bool ?? false, snapcast.canGoPrevious] }
    var canSeek: [Bool] { [mpris["CanSeek"]?.bool ?? false, snapcast.canSeek] }

    /// The line of the table.
    func row(_ name: String) -> String {
      let seconds = String(format: "%.1f", Double(positions[0]) / 1_000)
      let song = entries[0] < 0 ? "–" : "\(entries[0])"
      let skips = [canGoOn[0] ? "next" : nil, canGoBack[0] ? "previous" : nil]
      let cells = [
        name, mpris["PlaybackStatus"]?.string ?? "", mpd["state"] ?? "", snapcast.playbackStatus,
        page.playback.rawValue, status.playback.state.rawValue, song, seconds, "\(volumes[0])",
        modes[0], skips.compactMap(\.self).joined(separator: ", "),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
  }

  @Suite("Remote controls agree", .tags(.pure))
  struct RemoteStatesTests {
    @Test("on state, position, volume, modes and entry", arguments: situations.indices)
    func agree(index: Int) throws {
      let stage = Stage()
      try situations[index].make(stage)
      let prints = Prints(stage)
      let name = Comment(rawValue: situations[index].name)
      #expect(Set(prints.states).count == 1, name)
      #expect(Set(prints.positions).count == 1, name)
      #expect(Set(prints.volumes).count == 1, name)
      #expect(Set(prints.modes).count == 1, name)
      #expect(Set(prints.entries).count == 1, name)
      #expect(Set(prints.canGoOn).count == 1, name)
      #expect(Set(prints.canGoBack).count == 1, name)
      #expect(Set(prints.canSeek).count == 1, name)
    }

    @Test("in the table of the documentation, which is generated by this test")
    func table() throws {
      #expect(situations.count >= 40)
      #expect(Set(situations.map(\.name)).count == situations.count)
      let rows = try situations.map { situation in
        let stage = Stage()
        try situation.make(stage)
        return Prints(stage).row(situation.name)
      }
      let head = """
        | situation | MPRIS | MPD | Snapcast | page | `--json` | entry | position, s | volume | repeat, shuffle | can |
        |---|---|---|---|---|---|---|---|---|---|---|
        """
      let table = ([head] + rows).joined(separator: "\n")
      let file = Fixture.repository.appending(path: "Documentation/RemoteStates.md")
      let page = try String(contentsOf: file, encoding: .utf8)
      let written = page.range(of: "| situation ").map { page[$0.lowerBound...] } ?? ""
      if ProcessInfo.processInfo.environment["PLAYERKIT_WRITE_TABLE"] != nil {
        let text = page.prefix { $0 != "|" } + table + "\n"
        try String(text).write(to: file, atomically: true, encoding: .utf8)
      } else {
        #expect(written == table + "\n", "Write it again with PLAYERKIT_WRITE_TABLE=1.")
      }
    }
  }
#endif
