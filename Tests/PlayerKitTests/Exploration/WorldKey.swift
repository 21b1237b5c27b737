@testable import PlayerKit

/// Identifies worlds by everything that can affect them. Ids are numbered in order of appearance,
/// so that worlds that differ only in ids are equal.
struct WorldKey: Hashable {
  private var parts: [Int] = []
  private var numbers: [LoadID: Int] = [:]
  private var entries: [EntryID: Int] = [:]
  private var tracks: [String] = []

  init(_ world: World) {
    let machine = world.machine
    let status = machine.status.playback
    add(machine.attempt?.load)
    switch machine.attempt?.stage {
    case nil: parts.append(0)
    case .choosing(let candidates): parts.append(candidates == .preloaded ? 4 : 1)
    case .awaitingRelease(let player): parts.append(10 + player.ref.number)
    case .on(let player, let confirmation):
      parts.append(20 + player.ref.number)
      switch confirmation {
      case .unconfirmed: parts.append(0)
      case .confirmed: parts.append(1)
      case .asked: parts.append(2)
      }
    case .retrying: parts.append(2)
    case .debouncing: parts.append(3)
    case .checkingNetwork: parts.append(4)
    }
    parts.append(machine.skips == nil ? 0 : machine.skipsEndAt == nil ? 1 : 2)
    parts.append(machine.attempt?.alternatives.count ?? 0)
    parts.append(machine.attempt?.retries ?? 0)
    parts.append(machine.attempt?.failedAt == nil ? 0 : 1)
    parts.append(machine.activeLoads.count)
    for held in machine.activeLoads {
      add(held.load)
      parts.append(held.player.ref.number)
      parts.append(held.deadline == nil ? 0 : 1)
    }
    add(machine.preload)
    add(status)
    add(machine.queue)
    parts.append(machine.failures)
    parts.append((machine.stopsAfterCurrent ? 1 : 0) + (machine.wantsToPlayAgain ? 2 : 0))
    switch machine.sleepTimer {
    case nil: parts.append(0)
    case .endOfTrack: parts.append(1)
    case .at: parts.append(2)
    }
    switch machine.endReason {
    case nil: parts.append(0)
    case .finished: parts.append(1)
    case .failed(let count, _): parts.append(10 + count)
    case .stopped: parts.append(2)
    case .cleared: parts.append(3)
    case .takenOver: parts.append(4)
    }
    parts.append(machine.players.count)
    add(machine.inspectionState)
    addParts(of: world)
    for engine in world.engines { add(engine) }
  }

  private mutating func add(_ inspectionState: QueueStateMachine.InspectionState?) {
    parts.append(inspectionState?.question?.subject.entry.map { number($0) } ?? -1)
    let deferrals = (inspectionState?.deferrals ?? [:]).map { entry, deferral in
      (number(entry), deferral.failures * 5 + Self.number(deferral.retry))
    }
    for (entry, deferral) in deferrals.sorted(by: { $0.0 < $1.0 }) {
      parts.append(contentsOf: [entry, deferral])
    }
    parts.append(-3)
  }

  private mutating func addParts(of world: World) {
    let (words, timeline) = (world.machine.lyricsSearch, world.machine.timeline)
    add(words.heard)
    add(world.heardLoad)
    parts.append(words.entry.map { number($0) } ?? -1)
    parts.append((words.areWanted ? 1 : 0) + (words.question == nil ? 0 : 2))
    parts.append(words.lyrics == nil ? 0 : 1)
    add(timeline?.load)
    parts.append((timeline?.chapterMarks.current ?? -1) * 8 + (timeline?.lineMarks.current ?? -1))
    parts.append(timeline?.chapters?.count ?? -1)
    add(world.description)
    parts.append(world.search.map { number($0.entry) } ?? -1)
    parts.append((world.told.chapters.last ?? -1) * 8 + (world.told.lines.last ?? -1))
  }

  private static func number(_ retry: QueueStateMachine.InspectionState.Deferral.Retry) -> Int {
    switch retry {
    case .never: 0
    case .at: 1
    case .onceWithin(let reach): 2 + reach.rawValue
    }
  }

  private mutating func add(_ load: LoadID?) {
    guard let load else {
      parts.append(-1)
      return
    }
    let number = numbers[load] ?? numbers.count
    numbers[load] = number
    parts.append(number)
  }

  private mutating func add(_ preload: QueueStateMachine.Preload?) {
    add(preload?.load)
    parts.append(preload.map { number($0.entry) } ?? 0)
    parts.append(preload?.refusals.count ?? 0)
    parts.append(preload?.alternatives.count ?? 0)
    switch preload?.stage {
    case nil: parts.append(0)
    case .choosing: parts.append(1)
    case .handedOver(let next):
      parts.append(10 + next.player.ref.number + (next.media == nil ? 0 : 5))
      parts.append(next.isLive.map { $0 ? 2 : 1 } ?? 0)
    case .unavailable: parts.append(2)
    case .failed: parts.append(3)
    }
  }

  private mutating func add(_ status: PlayerStatus) {
    parts.append(status.wantsToPlay ? 1 : 0)
    parts.append(status.interruptions.count * 2 + (status.duckings.isEmpty ? 0 : 1))
    parts.append(Int(status.rate))
    switch status.phase {
    case .idle(let reason, let media, let position):
      parts.append(contentsOf: [media == nil ? 0 : 1, Int(position.components.seconds)])
      switch reason {
      case .nothingLoaded: parts.append(0)
      case .ended: parts.append(1)
      case .failed: parts.append(2)
      case .unloaded: parts.append(3)
      case .takenOver: parts.append(4)
      }
    case .active(let media):
      add(media.load)
      switch media.stage {
      case .opening: parts.append(11)
      case .open: parts.append(12)
      }
      parts.append(media.seek == nil ? 0 : 2)
      parts.append((media.isStarved ? 1 : 0) + (media.suppression == nil ? 0 : 2))
      parts.append(Int(media.position.components.seconds))
    }
  }

  private mutating func number(_ entry: EntryID) -> Int {
    let number = entries[entry] ?? entries.count
    entries[entry] = number
    return number
  }

  private mutating func add(_ queue: PlayQueue) {
    for entry in queue {
      parts.append(number(entry.id))
      tracks.append(entry.track.id)
      parts.append(entry.item.foundMetadata == nil ? 0 : 1)
    }
    parts.append(queue.current.map { number($0) } ?? -1)
    for entry in queue.playOrder { parts.append(number(entry)) }
    parts.append((queue.isAtEnd ? 1 : 0) + (queue.isShuffled ? 2 : 0))
    parts.append(queue.afterEnd.map { $0.added.map { number($0) } ?? -1 } ?? -2)
    parts.append(queue.afterEnd?.isReordered == true ? 1 : 0)
    parts.append(RepeatMode.allCases.firstIndex(of: queue.repeatMode) ?? 0)
  }

  private mutating func add(_ engine: EngineModel) {
    add(engine.leaving)
    for load in [engine.current, engine.next] {
      add(load?.load)
      parts.append(load?.player.number ?? -1)
      let flags = [
        load?.isReleasing, load?.isLoaded, load?.isPlaying, load?.isStarved,
        load.map { $0.seek != nil }, load?.owesStart, load?.isOpened,
      ]
      parts.append(flags.reduce(0) { $0 * 2 + ($1 == true ? 1 : 0) })
    }
    for letter in engine.letters {
      add(letter.load)
      switch letter.kind {
      case .loaded: parts.append(0)
      case .started: parts.append(1)
      case .starved: parts.append(2)
      case .fed: parts.append(3)
      case .sought: parts.append(4)
      case .suppressed: parts.append(5)
      case .relieved: parts.append(6)
      case .ended(let next):
        parts.append(7)
        add(next)
      case .failed: parts.append(8)
      case .superseded: parts.append(9)
      case .released: parts.append(10)
      case .failedForNow: parts.append(11)
      case .playedElsewhere: parts.append(12)
      case .pausedElsewhere: parts.append(13)
      case .opened: parts.append(14)
      case .openedLive: parts.append(15)
      }
    }
    parts.append(-2)
  }
}
