@testable import PlayerKitMPV

extension EngineWorld {
  /// Checks the laws that hold after every input.
  mutating func check() {
    let loads = [machine.current?.id, machine.next?.slot.id].compactMap(\.self)
    expect(Set(stories.keys) == Set(loads), "a load has vanished without a word")
    let (opened, known) = (opened, entries)
    expect(opened == Set(known), "open are \(opened), known \(known)")
    expect(examining.isSubset(of: opened), "what is closed is examined")
    expect(core.playlist.allSatisfy { opened.contains($0.entry) }, "what is closed is to follow")
    expect(
      rendering == nil || rendering?.bridge == machine.next?.pendingOverlap,
      "an overlap is rendered for nothing"
    )
    if machine.current?.mustStaySilent == true {
      expect(core.sounding == nil, "something sounds before it stands where it should")
    }
    if let fault = core.fault { violations.append(fault) }
    if core.isRead, wakeAt.map({ $0 > clock }) ?? true { checkSound() }
  }

  /// Only the current load sounds, once the engine has read all events.
  private mutating func checkSound() {
    guard let entry = core.sounding else { return }
    let isOwn = owners[entry] == machine.current?.id && machine.current != nil
    // An entry that was revoked too late sounds until libmpv stops it. If libmpv has buffered a
    // whole track, this track and the one before it sound to their ends.
    let isShort =
      shorts.contains(entry) || machine.current.map { shorts.contains($0.entry) } == true
    let isTakenBack = !core.isWellHeard || (core.playing?.entry != entry && isShort)
    // A whole overlap may be decoded before the engine reads that it began. Then its start is
    // reported late.
    let isUnread = core.bridges.contains(entry) && owners[entry] == machine.next?.slot.id
    let isLate = isUnread && machine.next?.slot.entry != entry
    expect(isOwn || isTakenBack || isLate, "\(entry) sounds, but is not current")
    let hasEnded = owners[entry].map { ended.contains($0) } == true
    expect(!hasEnded || !core.isWellHeard, "\(entry) sounds after its end")
    let isWanted = machine.isPlaying || machine.current == nil
    expect(isWanted, "something sounds in a pause")
    expect(!isOutputLost, "something sounds while there is no output")
  }

  /// The entries that are open for the loads.
  private var entries: [PlaylistEntryID] {
    let next = machine.next
    var entries = [
      machine.current?.entry, machine.current?.body, next?.slot.entry, next?.slot.body,
    ]
    if case .rendered(let bridge, _) = next?.stage { entries.append(bridge) }
    return entries.compactMap(\.self)
  }
}

// Checks that everything comes to an end.
extension EngineWorld {
  /// Continues without further faults. Reports an error if this does not come to an end.
  ///
  /// - Parameter sound: The keys of worlds that are known to come to an end.
  func stuck(_ sound: inout Set<[Int]>) -> [String] {
    var world = self
    var path: [[Int]] = []
    for _ in 0..<200 {
      let key = world.key
      if sound.contains(key) { break }
      path.append(key)
      guard world.goOn() else {
        // A seek must complete in a pause, too.
        if world.stories.values.contains(where: { $0.seek != nil }) {
          return ["a seek is never answered"]
        }
        if world.machine.current == nil, world.stories.isEmpty {
          sound.formUnion(path)
          return world.violations
        }
        guard world.perform(.play) else { return ["it plays for ever without a sound"] }
        continue
      }
      if !world.violations.isEmpty { return world.violations.map { "\($0), when it went on" } }
    }
    guard path.count < 200 else { return ["it comes to no end"] }
    sound.formUnion(path)
    return []
  }

  /// Performs the next step without faults. Returns `false` if nothing is in progress.
  private mutating func goOn() -> Bool {
    perform(.read) || perform(.examined(.recognized)) || perform(.rendered(true))
      || perform(.settle) || perform(.feed) || perform(.outputReturned) || perform(.time)
  }
}
