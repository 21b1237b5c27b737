@testable import PlayerKit

extension World {
  /// The laws of time and of inspections.
  func inspectionViolations(after input: Input, from before: World) -> [String] {
    var found: [String] = []
    func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
      if !isTrue { found.append(message()) }
    }
    if input == .tick, let deadline = before.machine.deadline, let next = machine.deadline {
      expect(next > deadline, "what was due is still due")
    }
    guard let inspectionState = machine.inspectionState else { return found }
    let window = [machine.queue.current].compactMap(\.self) + machine.queue.knownSuccessors(1)
    let asked = inspectionState.question
    expect(asked?.id == question?.id, "the machine waits for another answer than is asked for")
    expect(questions <= 1, "several entries were looked into at once")
    if let entry = asked?.subject.entry {
      expect(window.contains(entry), "an entry beyond the window is looked into")
      expect(machine.queue[entry]?.item.isInspected == false, "what is known is looked into")
      expect(machine.inspection != .off, "it is off, and goes on")
      let retry = inspectionState.deferrals[entry]?.retry
      expect(retry != .never, "an entry that failed for good is inspected again")
    }
    expect(inspectionState.deferrals.keys.allSatisfy(window.contains), "it remembers what has left")
    if questions > 0, let reach = question?.reach, reach > .files,
      let entry = asked?.subject.entry
    {
      let playback = machine.status.playback
      let isCurrent = entry == machine.queue.current && playback.activeMedia?.stage == .open
      let handover = machine.preload?.entry == entry ? machine.preload?.handover : nil
      let isPrepared = handover?.media != nil || handover?.isLive == false
      expect(isCurrent || isPrepared, "a server is asked that nobody plays from")
      expect(!(isCurrent && playback.isLive), "a live stream is asked for")
      let isHeard = isCurrent && playback.state == .play
      expect(reach < .anyServer || isHeard, "somebody is told of what is not heard")
    }
    if questions > 0 {
      expect(!machine.status.playback.isBuffering, "an entry is looked into before the sound")
      if machine.queue.current != asked?.subject.entry, let current = machine.queue.currentEntry {
        let isSettled =
          current.item.foundMetadata != nil || inspectionState.deferrals[current.id] != nil
          || machine.status.playback.isLive
        expect(isSettled, "the next entry comes before the current one")
      }
    }
    let isMissed = inspectionState.deferrals.contains { entry, deferral in
      let handover = machine.preload?.entry == entry ? machine.preload?.handover : nil
      return deferral.retry == .onceWithin(.itsServer) && handover?.isLive == false
    }
    if isMissed, asked == nil {
      expect(!machine.mayInspect, "the next entry is open, and is not looked into")
    }
    let findings = changes.filter { if case .metadata = $0 { true } else { false } }
    expect(findings.count == (input == .inspected(.found) ? 1 : 0), "a finding is told otherwise")
    if input == .inspectedLate {
      expect(changes.isEmpty, "a late answer was told")
      expect(WorldKey(self) == WorldKey(before), "a late answer changed something")
    }
    return found
  }
}
