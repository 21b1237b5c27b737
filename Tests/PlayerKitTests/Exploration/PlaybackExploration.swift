@testable import PlayerKit

/// Visits every state of the playback machine, until there is no new one. Time is part of the
/// state: it advances in whole seconds, and a playing track can reach its end.
struct PlaybackExploration {
  struct Node {
    var machine = PlaybackStateMachine(ids: LoadIDIssuer(issuer: 1))
    var now = Exploration.now
    /// Ids of old loads.
    var stale = LoadID(issuer: 9, number: 1)
    var staleSeek = SeekID(issuer: 9, number: 1)
    /// The last command to the engine.
    var isEnginePlaying: Bool?
    var volume = 1.0
  }

  enum Input: Hashable, CaseIterable {
    case prepare, playTrack, play, pause, seek, unload, cue, rate, adopt, begin
    case interrupted, uninterrupted, ducked, unducked
    case loaded, starved, fed, sought, soughtStale, position, duration, metadata, suppressed,
      relieved
    /// A second passes. A track that reaches its end in it ends.
    case time
    /// The engine reports the known position again.
    case measured
    case remotePlay, remotePause, ended, failed, superseded, released
    case staleLoaded, staleEnded, staleFailed
  }

  /// The length of the track.
  static let duration = Duration.seconds(3)
  static let track = PlaybackItem(ModelTrack(id: "a", playerTypes: [.url]))

  private(set) var states = 0
  private(set) var transitions = 0
  private(set) var depth = 0
  private(set) var violations: [String] = []
  private(set) var table = TransitionTable()

  mutating func run() {
    let start = Node()
    var seen: Set<[Int]> = [start.key]
    var frontier: [(Node, [Input])] = [(start, [])]
    while !frontier.isEmpty, violations.isEmpty {
      depth += 1
      var reached: [(Node, [Input])] = []
      for (node, story) in frontier {
        for input in Input.allCases {
          var after = node
          let step = after.perform(input)
          transitions += 1
          check(node, input, after, step, story + [input])
          if let name = input.name {
            table.add(
              name,
              from: node.machine.status.state,
              to: after.machine.status.state,
              notes: step.changes.compactMap(\.note)
            )
          }
          if seen.insert(after.key).inserted { reached.append((after, story + [input])) }
        }
      }
      frontier = reached
    }
    states = seen.count
  }

  private mutating func check(
    _ before: Node,
    _ input: Input,
    _ after: Node,
    _ step: PlaybackEffects,
    _ story: [Input]
  ) {
    func expect(_ isTrue: Bool, _ message: String) {
      if !isTrue { violations.append("\(message), by \(story)") }
    }
    let old = before.machine.status
    let new = after.machine.status
    let states = step.changes.compactMap { change -> [PlayerState]? in
      if case .state(let from, let to) = change { [from, to] } else { nil }
    }
    expect(
      states == (old.state == new.state ? [] : [[old.state, new.state]]),
      "changes of state lie"
    )
    expect(new.isPlaying == (new.state == .play), "isPlaying and state differ")
    expect(
      (new.anchor?.speed ?? 0) == (new.isPlaying ? new.rate : 0),
      "the anchor's speed is wrong"
    )
    expect(new.error == nil || new.state == .initial, "an error outside of init")
    expect((new.endReason == nil) == (new.state != .initial), "the end reason and init disagree")
    let ends = step.changes.filter {
      switch $0 {
      case .failed, .ended: true
      default: false
      }
    }
    expect(ends.count <= 1, "it ended twice in a turn")
    if let load = old.activeMedia?.load, new.activeMedia?.load != load, input.isReport,
      input != .adopt
    {
      expect(ends.count == 1, "a load vanished without a word")
    }
    if input.isStale {
      expect(step.changes.isEmpty && step.commands.isEmpty, "a stale report had an effect")
      expect(after.key == before.key, "a stale report changed the state")
    }
    if new.activeMedia != nil {
      let maySound = new.wantsToPlay && new.interruptions.isEmpty
      expect(after.isEnginePlaying == maySound, "the engine was told otherwise")
    }
    expect(after.volume == new.volume * new.ducking, "the engine has another volume")
    if input == .interrupted || input == .uninterrupted {
      expect(new.wantsToPlay == old.wantsToPlay, "an interruption changed what is wanted")
    }
    expect(new.volume == old.volume, "the volume changed by itself")
    checkTime(before, input, after, step, expect)
  }

  /// Checks that the position advances with time at the current speed, or that a jump is reported.
  private func checkTime(
    _ before: Node,
    _ input: Input,
    _ after: Node,
    _ step: PlaybackEffects,
    _ expect: (Bool, String) -> Void
  ) {
    let old = before.machine.status
    let new = after.machine.status
    let position = old.position(at: before.now)
    let later = new.position(at: after.now)
    let moved = (after.now - before.now) * (old.isPlaying ? old.rate : 0)
    let isSame = old.media?.load == new.media?.load
    let isJump = step.changes.contains {
      if case .discontinuity = $0 { true } else { false }
    }
    switch input {
    case .time:
      let end = old.duration ?? later
      expect(later == min(position + moved, max(end, position)), "the position moved otherwise")
      let isOver = old.isPlaying && position + moved >= Self.duration
      expect(isOver == (!step.changes.isEmpty), "time alone changed something")
      expect(!isOver || new.endReason == .ended, "it did not end")
      expect(!isOver || new.resumeAt == .zero, "it would go on at its end")
    case .measured:
      expect(step.changes.isEmpty && step.commands.isEmpty, "what is known already was news")
    case .ended, .staleEnded:
      expect(new.endReason != .ended || later == new.duration ?? later, "it ended elsewhere")
    default:
      expect(!isSame || isJump || later == position, "the position jumped without a word")
    }
  }
}

extension PlaybackExploration.Input {
  var isStale: Bool {
    switch self {
    case .staleLoaded, .staleEnded, .staleFailed, .soughtStale: true
    default: false
    }
  }

  var isReport: Bool {
    switch self {
    case .prepare, .playTrack, .play, .pause, .seek, .unload, .cue, .rate, .begin, .interrupted,
      .uninterrupted, .ducked, .unducked:
      false
    default: true
    }
  }

  /// The name in the table, or `nil` if it is not there.
  var name: String? {
    switch self {
    case .time: nil
    case .prepare: "prepare(track)"
    case .playTrack: "play(track)"
    case .play: "play()"
    case .pause: "pause()"
    case .seek: "seek(to:)"
    case .unload: "unload()"
    case .cue: "cue(track)"
    case .rate: "rate"
    case .interrupted: "beginInterruption"
    case .uninterrupted: "endInterruption"
    case .ducked, .unducked: "ducking"
    case .adopt: "started, of the next load"
    case .begin: "beginPreloaded(next)"
    case .loaded: "loaded"
    case .starved: "buffering(true)"
    case .fed: "buffering(false)"
    case .sought: "seekCompleted"
    case .position, .measured: "position"
    case .duration: "duration"
    case .metadata: "metadata"
    case .suppressed: "suppressed(reason)"
    case .relieved: "suppressed(nil)"
    case .remotePlay: "remote(play)"
    case .remotePause: "remote(pause)"
    case .ended: "ended"
    case .failed: "failed"
    case .superseded: "superseded"
    case .released: "released"
    case .staleLoaded, .staleEnded, .staleFailed, .soughtStale:
      "any report of a stale load or seek"
    }
  }
}

extension PlaybackExploration.Node {
  mutating func perform(_ input: PlaybackExploration.Input) -> PlaybackEffects {
    if input == .time { now = now + .seconds(1) }
    let now = now
    let track = PlaybackExploration.track
    let duration = PlaybackExploration.duration
    let anchor = PositionAnchor(position: .seconds(1), speed: 0, instant: now)
    let current = machine.status.activeMedia?.load ?? stale
    let step: PlaybackEffects =
      switch input {
      case .prepare:
        machine.prepare(track, wantsToPlay: false, reason: .userSelected, now: now)
      case .playTrack:
        machine.prepare(track, wantsToPlay: true, reason: .userSelected, now: now)
      case .play: machine.play(now: now)
      case .pause: machine.pause(now: now)
      case .seek: machine.seek(to: .seconds(2), now: now)
      case .unload: machine.unload(now: now)
      case .cue: machine.cue(track, at: .zero, reason: .userSelected, now: now)
      case .rate: machine.change(.rate(machine.status.rate == 1 ? 2 : 1), now: now)
      case .interrupted: machine.beginInterruption(.interruption, now: now)
      case .uninterrupted: machine.endInterruption(.interruption, now: now)
      case .ducked: machine.duck(to: 0.5, for: .interruption, now: now)
      case .unducked: machine.duck(to: nil, for: .interruption, now: now)
      case .adopt:
        machine.adopt(
          track,
          load: LoadID(issuer: 8, number: .random(in: 0...UInt32.max)),
          media: nil,
          anchor: nil,
          reason: .auto,
          now: now
        )
      case .begin:
        machine.adopt(
          track,
          load: LoadID(issuer: 7, number: .random(in: 0...UInt32.max)),
          media: LoadedMedia(anchor: anchor, duration: duration, isSeekable: true),
          anchor: nil,
          isHeard: false,
          reason: .userSelected,
          now: now
        )
      case .loaded:
        machine.report(
          .loaded(LoadedMedia(anchor: anchor, duration: duration, isSeekable: true)),
          of: current,
          now: now
        )
      case .starved: machine.report(.buffering(true), of: current, now: now)
      case .fed: machine.report(.buffering(false), of: current, now: now)
      case .sought: machine.report(.seekCompleted(pendingSeek, anchor), of: current, now: now)
      case .soughtStale: machine.report(.seekCompleted(staleSeek, anchor), of: current, now: now)
      case .position: machine.report(.position(anchor), of: current, now: now)
      case .duration: machine.report(.duration(duration), of: current, now: now)
      case .metadata:
        machine.report(.metadata(StreamMetadata(title: "title")), of: current, now: now)
      case .time:
        isAtEnd ? machine.report(.ended(followedBy: nil), of: current, now: now) : PlaybackEffects()
      case .measured: machine.report(.position(known), of: current, now: now)
      case .suppressed: machine.report(.suppressed(.interruption), of: current, now: now)
      case .relieved: machine.report(.suppressed(nil), of: current, now: now)
      case .remotePlay: machine.report(.remote(.play), of: current, now: now)
      case .remotePause: machine.report(.remote(.pause), of: current, now: now)
      case .ended: machine.report(.ended(followedBy: nil), of: current, now: now)
      case .failed:
        machine.report(
          .failed(PlayerError(.interrupted, ""), followedBy: nil),
          of: current,
          now: now
        )
      case .superseded: machine.report(.superseded, of: current, now: now)
      case .released: machine.report(.released, of: current, now: now)
      case .staleLoaded:
        machine.report(
          .loaded(LoadedMedia(anchor: anchor, duration: nil, isSeekable: false)),
          of: stale,
          now: now
        )
      case .staleEnded: machine.report(.ended(followedBy: nil), of: stale, now: now)
      case .staleFailed:
        machine.report(.failed(PlayerError(.interrupted, ""), followedBy: nil), of: stale, now: now)
      }
    if machine.status.activeMedia == nil { isEnginePlaying = nil }
    if input == .remotePlay || input == .remotePause, isEnginePlaying != nil {
      isEnginePlaying = input == .remotePlay
    }
    for command in step.commands {
      switch command {
      case .open(let request, _): isEnginePlaying = request.wantsToPlay
      case .setPlaying(let isPlaying, _): isEnginePlaying = isPlaying
      case .beginPreloaded(_, _, let isPlaying): isEnginePlaying = isPlaying
      case .apply(let settings): volume = settings.volume
      case .preload, .cancelPreload, .seek, .measure, .release: break
      }
    }
    return step
  }

  private var pendingSeek: SeekID {
    machine.status.activeMedia?.seek ?? staleSeek
  }

  /// Whether the playing track has reached its end.
  private var isAtEnd: Bool {
    machine.status.isPlaying && machine.status.position(at: now) >= PlaybackExploration.duration
  }

  /// The engine's position according to the machine.
  private var known: PositionAnchor {
    let status = machine.status
    return PositionAnchor(
      position: status.position(at: now),
      speed: status.isPlaying ? status.rate : 0,
      instant: now
    )
  }

  /// The whole state except ids and instants.
  var key: [Int] {
    let status = machine.status
    var parts = [
      status.wantsToPlay ? 1 : 0, Int(status.rate), status.interruptions.count,
      status.duckings.count,
    ]
    switch status.phase {
    case .idle(let reason, let media, let position):
      parts += [media == nil ? 0 : 1, Int(position.components.seconds)]
      switch reason {
      case .nothingLoaded: parts.append(0)
      case .ended: parts.append(1)
      case .failed: parts.append(2)
      case .unloaded: parts.append(3)
      case .takenOver: parts.append(4)
      }
    case .active(let media):
      parts.append(media.stage == .opening ? 11 : 12)
      parts.append(media.seek == nil ? 0 : 2)
      parts.append((media.isStarved ? 1 : 0) + (media.suppression == nil ? 0 : 2))
      parts += [
        Int(status.position(at: now).components.seconds), media.duration == nil ? 0 : 1,
        media.speed == nil ? 0 : 1,
      ]
    }
    parts.append(isEnginePlaying == nil ? 0 : isEnginePlaying == true ? 1 : 2)
    return parts
  }
}

extension PlaybackChange {
  fileprivate var note: String? {
    switch self {
    case .track(_, let reason): "track: \(reason.rawValue)"
    case .discontinuity(let jump): "jump: \(jump.reason.rawValue)"
    case .seekCompleted: "seekCompleted"
    case .failed: "failed"
    case .ended(.ended): "ended"
    case .ended: "unloaded"
    case .wantsToPlay, .suppression, .ducking, .buffering, .state, .duration, .metadata, .format,
      .settings, .unsupported, .capabilities, .bufferedPosition:
      nil
    }
  }
}
