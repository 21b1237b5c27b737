@testable import PlayerKitMPV

extension EngineWorld {
  /// The whole state except ids and instants.
  var key: [Int] {
    var parts: [Int] = []
    let names = names
    func name(_ entry: PlaylistEntryID?) -> Int { entry.map { names[$0] ?? -1 } ?? 0 }
    func milliseconds(_ duration: Duration?) -> Int {
      duration.map { Int(($0 / .milliseconds(1)).rounded()) } ?? -1
    }
    func add(_ slot: EngineItem?) {
      guard let slot else { return parts.append(-2) }
      parts += [name(slot.entry), name(slot.body)]
      switch slot.phase {
      case .opening: parts.append(0)
      case .ready: parts.append(1)
      case .over(let failure): parts.append(failure == nil ? 2 : 3)
      }
      if let seek = slot.seek {
        parts.append(milliseconds(seek.target.position) + (seek.target.id == nil ? 100_000 : 0))
        parts.append(milliseconds(seek.newer?.position))
        switch seek.progress {
        case .waiting: parts.append(0)
        case .sent: parts.append(1)
        case .underWay: parts.append(2)
        }
      }
      parts.append(
        (slot.isLoaded ? 1 : 0) | (slot.owesStart ? 2 : 0) | (slot.refused == nil ? 0 : 4)
          | (slot.isSeekable ? 8 : 0) | (slot.isBuffering ? 16 : 0)
          | (slot.isInherited ? 128 : 0) | (slot.isPositionVague ? 32 : 0)
          | (slot.owesPosition ? 64 : 0)
      )
      parts += [milliseconds(slot.duration), milliseconds(slot.anchor?.position(at: instant))]
      if let story = stories[slot.id] {
        parts.append((story.isStarted ? 1 : 0) | (story.seek == nil ? 0 : 2))
      }
    }
    add(machine.current)
    add(machine.next?.slot)
    parts += shorts.map(name).filter { $0 > 0 }.sorted()
    if let next = machine.next {
      parts += [
        milliseconds(next.position), milliseconds(next.start?.position(at: instant)),
        next.joint == .apart ? 0 : next.joint == .gapless ? 1 : next.isRenderedLate ? 2 : 3,
        (next.isRecognized ? 1 : 0) | (next.isOverlapDeclined ? 2 : 0),
      ]
      switch next.stage {
      case .held: parts.append(0)
      case .rendering: parts.append(1)
      case .rendered(_, let rendered): parts += [2, milliseconds(rendered.start)]
      case .appended(let rendered): parts += [3, milliseconds(rendered?.start)]
      case .active(let rendered): parts += [4, milliseconds(rendered?.start)]
      case .decoded(let rendered): parts += [5, milliseconds(rendered?.start)]
      }
    }
    parts += [
      name(machine.active), name(active), machine.isPlaying ? 1 : 0, machine.isTailHeard ? 1 : 0,
      machine.outputHold == nil ? 0 : machine.outputHold == .lost ? 1 : 2,
      milliseconds(machine.output.crossfade), Int(machine.output.rate * 4),
      machine.speed > 0 ? 1 : 0,
      milliseconds(wakeAt.map { $0 - clock }), examining.count, rendering == nil ? 0 : 1,
    ]
    parts += [
      core.isPaused ? 1 : 0, core.isStarved ? 1 : 0, core.isIdle ? 1 : 0, core.owesIdle ? 1 : 0,
      milliseconds(core.heardTime), isOutputLost ? 1 : 0,
    ]
    if let playing = core.playing {
      parts += [name(playing.entry), milliseconds(playing.position), milliseconds(playing.end)]
      switch playing.stage {
      case .opening: parts.append(0)
      case .seeking(let position): parts += [1, milliseconds(position)]
      case .ready: parts.append(playing.isCut ? 3 : 2)
      }
    }
    parts +=
      core.playlist.flatMap { [name($0.entry), milliseconds(core.lengths[$0.entry])] } + [-3]
      + core.buffered.flatMap { [name($0.entry), milliseconds($0.rest)] }
    for event in core.events {
      switch event {
      case .began(let id): parts += [-4, name(playlist.entry(id))]
      case .seekBegan: parts.append(-5)
      case .restarted: parts.append(-6)
      case .ended(let id, let how):
        parts += [
          -7, name(playlist.entry(id)),
          how == .played ? 0 : how == .stopped ? 1 : how == .failed ? 2 : 3,
        ]
      case .idle: parts.append(-8)
      case .starved(let isStarved): parts.append(isStarved ? -9 : -10)
      }
    }
    return parts
  }

  /// The roles of entries in the machine.
  private var names: [PlaylistEntryID: Int] {
    let next = machine.next
    let roles = [
      machine.current?.entry, machine.current?.body, next?.slot.entry, next?.slot.body,
      next?.pendingOverlap,
    ]
    var names: [PlaylistEntryID: Int] = [:]
    for (index, entry) in roles.enumerated() {
      if let entry, names[entry] == nil { names[entry] = index + 1 }
    }
    let others =
      [machine.active, active, core.playing?.entry].compactMap(\.self) + core.playlist.map(\.entry)
      + core.buffered.map(\.entry)
      + core.events.compactMap { event in
        switch event {
        case .began(let id), .ended(let id, _): playlist.entry(id)
        case .seekBegan, .restarted, .idle, .starved: nil
        }
      }
    for entry in others where names[entry] == nil { names[entry] = 10 + names.count }
    return names
  }
}
