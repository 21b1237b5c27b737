import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

extension MPVEngineStateMachineTests {
  /// Random commands and events, including late and stale ones. The invariants are checked each
  /// time.
  @Test("Each load has one terminal report, its last one, with any input", arguments: 0..<20)
  func eachLoadHasOne(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var machine = MPVEngineStateMachine()
    var ids = LoadIDIssuer(issuer: 2)
    var loads: [LoadID] = []
    var terminals: Set<LoadID> = []
    var entries: [PlaylistEntryID] = [PlaylistEntryID(number: 1)]
    var bridges: [PlaylistEntryID] = []
    var rendering: Set<PlaylistEntryID> = []
    var open: Set<PlaylistEntryID> = []
    func take(_ actions: [Action]) {
      for action in actions {
        switch action {
        case .report(let id, let report):
          #expect(!terminals.contains(id), "\(report) after the last report")
          if report.isTerminal { terminals.insert(id) }
        case .open(let entry, _):
          entries.append(entry)
          open.insert(entry)
        case .close(let entry):
          open.remove(entry)
        case .replace(let entry), .append(let entry):
          #expect(open.contains(entry), "libmpv should open a closed entry")
        case .render(let bridge, _, _, _):
          bridges.append(bridge)
          rendering.insert(bridge)
        case .cancelRendering(let bridge):
          #expect(open.contains(bridge) || rendering.contains(bridge), "it was over already")
          rendering.remove(bridge)
          open.remove(bridge)
        case .beginLive(let entry, _):
          #expect(open.contains(entry), "a closed entry begins")
        case .examine, .clearPlaylist, .stop, .seek, .setPaused, .setOutput, .measure, .wake,
          .setEnd, .trim:
          break
        }
      }
    }
    machine.longestLivePause = .milliseconds(3)
    var settings = OutputSettings()
    if seed % 2 == 0 {
      settings.crossfade = .seconds(2)
      take(machine.setOutput(settings))
    }
    for step in 0..<2_000 {
      let entry = entries.suffix(4).randomElement(using: &random) ?? entries[0]
      let load = loads.suffix(3).randomElement(using: &random)
      var now = reading(
        Bool.random(using: &random) ? entry : machine.active,
        [nil, .milliseconds(-200), .zero, .seconds(5)].randomElement(using: &random) ?? nil,
        at: .milliseconds(step)
      )
      (now.isLive, now.isEndless) = (seed % 3 == 0, seed % 3 == 0)
      if now.isLive { (now.isSeekable, now.duration) = (false, nil) }
      machine.now = now.now
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        loads.append(ids.nextLoad())
        take(machine.load(id: loads[loads.count - 1], position: .zero, isPlaying: true))
      case 1:
        guard let load else { continue }
        let id = ids.nextLoad()
        loads.append(id)
        take(
          machine.setNext(
            id: id,
            position: Bool.random(using: &random) ? .zero : .seconds(1),
            joint: Bool.random(using: &random) ? .overlapping(.early) : .apart,
            after: load
          )
        )
      case 2:
        guard let load else { continue }
        take(machine.setNext(id: nil, position: .zero, after: load))
      case 3: if let load { take(machine.setPlaying(Bool.random(using: &random), load: load)) }
      case 4: if let load { take(machine.seek(to: .seconds(3), id: ids.nextSeek(), load: load)) }
      case 5: if let load, step % 5 == 0 { take(machine.unload(load)) }
      case 6, 7: take(machine.began(entry))
      case 8: take(machine.seekBegan())
      case 9, 10: take(machine.restarted(now))
      case 11: take(machine.ended(entry, .played))
      case 12: take(machine.ended(entry, .failed(PlayerError(.notFound, "gone"))))
      case 13: take(machine.becameIdle())
      case 15:
        let failure = Verdict.failed(PlayerError(.notFound, "gone"))
        let verdicts: [Verdict] = [.recognized, .recognized, .unknown, failure]
        take(machine.examined(entry, verdicts.randomElement(using: &random) ?? .unknown))
      case 14: take(machine.buffering(Bool.random(using: &random), now))
      case 16, 17:
        guard let bridge = bridges.popLast() else { continue }
        rendering.remove(bridge)
        let isDone = Int.random(in: 0..<4, using: &random) > 0
        if isDone {
          entries.append(bridge)
          open.insert(bridge)
        }
        let overlap = Overlap.Rendered(
          start: .seconds(98),
          length: .seconds(2),
          headDuration: .seconds(50)
        )
        take(machine.rendered(bridge, isDone ? overlap : nil, now))
      case 18 where seed % 4 < 2:
        settings.crossfade = .seconds([0, 2, 5].randomElement(using: &random) ?? 0)
        if Bool.random(using: &random) { settings.loudness.preamp += 1 }
        take(machine.setOutput(settings))
      default:
        take(machine.woke(now))
        take(machine.measured(now))
      }
      let wanted = machine.next?.pendingOverlap
      #expect(rendering.allSatisfy { $0 == wanted }, "rendered in vain")
    }
    take(machine.close())
    #expect(rendering.isEmpty)
    #expect(terminals == Set(loads))
    #expect(open.isEmpty)
  }
}
