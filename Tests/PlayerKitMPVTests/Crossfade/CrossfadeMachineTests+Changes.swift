import PlayerKit
import Testing

@testable import PlayerKitMPV

// Changes while an overlap is rendered, or waits.
extension CrossfadeMachineTests {
  @Test("Rendering stops at once if another load follows, or no load")
  mutating func renderingEndsOnceWhere() {
    let (a, b, _) = begin()
    var copy = self
    #expect(
      copy.machine.setNext(id: nil, position: .zero, after: a) == [
        .cancelRendering(bridge), .report(b, .superseded), .close(two),
      ]
    )
    #expect(copy.machine.rendered(bridge, overlap, reading(one, .zero)) == [.close(bridge)])
    copy = self
    #expect(copy.machine.unload(b).first == .cancelRendering(bridge))
    copy = self
    #expect(copy.machine.unload(a).contains(.cancelRendering(bridge)))
    copy = self
    #expect(
      copy.machine.load(id: ids.nextLoad(), position: .zero, isPlaying: true).first
        == .cancelRendering(bridge)
    )
    copy = self
    #expect(copy.machine.close().first == .cancelRendering(bridge))
  }

  @Test("Rendering stops at once if the second load begins, or the first fails")
  mutating func renderingEndsOnceWhereSecond() {
    let (a, b, _) = begin()
    var copy = self
    #expect(copy.machine.playNext(b, after: a, isPlaying: true).first == .cancelRendering(bridge))
    copy = self
    let error = PlayerError(.timedOut, "gone")
    #expect(copy.machine.ended(one, .failed(error)).contains(.cancelRendering(bridge)))
    copy = self
    #expect(copy.machine.ended(one, .played).isEmpty)
    #expect(copy.machine.becameIdle().first == .cancelRendering(bridge))
  }

  @Test("A fade set before the first load opens is rendered once it is open")
  mutating func fadeSetBeforeFirst() {
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.setNext(id: b, position: .zero, joint: .overlapping(.early), after: a)
    #expect(machine.examined(two, .recognized) == [.append(two)])
    var settings = OutputSettings()
    settings.crossfade = .seconds(5)
    #expect(machine.setOutput(settings).contains(.close(two)))
    _ = machine.began(one)
    let actions = machine.restarted(reading(one, .zero, duration: .seconds(100)))
    #expect(actions.contains { if case .render = $0 { true } else { false } })
  }

  @Test("A seek past the start of a fade stops its rendering")
  mutating func seekBehindFadeBeing() {
    let (a, _, _) = begin()
    var copy = self
    #expect(
      copy.machine.seek(to: .seconds(60), id: ids.nextSeek(), load: a) == [.seek(one, .seconds(60))]
    )
    copy = self
    #expect(
      copy.machine.seek(to: .seconds(94), id: ids.nextSeek(), load: a) == [
        .cancelRendering(bridge), .append(two), .seek(one, .seconds(94)),
      ]
    )
  }

  @Test("A fade rendered during a seek waits for its end")
  mutating func whatRenderedDuringSeek() {
    let (a, _, _) = begin()
    _ = machine.seek(to: .seconds(60), id: ids.nextSeek(), load: a)
    #expect(machine.rendered(bridge, overlap, reading(one, nil)).isEmpty)
    _ = machine.seekBegan()
    var copy = self
    let actions = copy.machine.restarted(reading(one, .seconds(60)))
    #expect(actions.suffix(2) == [.append(bridge), .append(two)])
    copy = self
    #expect(
      copy.machine.seek(to: .seconds(97), id: ids.nextSeek(), load: a).contains(
        .cancelRendering(bridge)
      )
    )
  }

  // MARK: Other settings

  private func settings(_ crossfade: Double, gain: Double = 0) -> OutputSettings {
    var settings = OutputSettings()
    settings.crossfade = .seconds(crossfade)
    settings.loudness = Loudness(.track, preamp: gain)
    return settings
  }

  @Test("A new length or loudness restarts the rendering")
  mutating func anotherLengthOrLoudness() throws {
    let (a, b, _) = begin()
    let fresh = PlaylistEntryID(number: 4)
    let plan = try #require(
      Overlap.Plan(crossfade: .seconds(5), duration: .seconds(100), position: .zero)
    )
    let louder = settings(5, gain: 3)
    #expect(
      machine.setOutput(louder) == [
        .setOutput(louder), .cancelRendering(bridge), .render(fresh, tail: a, head: b, plan),
      ]
    )
    #expect(machine.rendered(bridge, overlap, reading(one, .zero)) == [.close(bridge)])
    let none = settings(0, gain: 3)
    #expect(
      machine.setOutput(none) == [.setOutput(none), .cancelRendering(fresh), .append(two)]
    )
  }

  @Test("An overlap that has not begun follows the settings")
  mutating func overlapHasBegunFollows() {
    let (a, b) = append()
    let (fresh, anew) = (PlaylistEntryID(number: 4), PlaylistEntryID(number: 5))
    let dropped: [Action] = [
      .setEnd(one, nil), .clearPlaylist, .close(bridge), .close(two), .open(fresh, b),
    ]
    machine.now = MonotonicInstant(sinceOrigin: .seconds(80))
    var copy = self
    let shorter = settings(2)
    let actions = copy.machine.setOutput(shorter)
    #expect(actions.prefix(6) == [.setOutput(shorter)] + dropped)
    guard case .render(anew, a, b, let plan)? = actions.last else {
      Issue.record("The overlap is not rendered: \(actions)")
      return
    }
    #expect(plan.length == .seconds(2) && plan.rest == .seconds(20))
    copy = self
    let none = settings(0)
    #expect(copy.machine.setOutput(none) == [.setOutput(none)] + dropped + [.append(fresh)])
    // It is too late for another overlap, but not for removing it.
    copy = self
    copy.machine.now = MonotonicInstant(sinceOrigin: .seconds(93.5))
    let louder = settings(5, gain: 3)
    #expect(copy.machine.setOutput(louder) == [.setOutput(louder)] + dropped + [.append(fresh)])
  }

  @Test("An overlap that has begun, or is about to, stays unchanged")
  mutating func whatHasBegunOr() {
    _ = append()
    var copy = self
    copy.machine.now = MonotonicInstant(sinceOrigin: .seconds(94.5))
    #expect(copy.machine.setOutput(settings(2)) == [.setOutput(settings(2))])
    copy = self
    _ = copy.machine.ended(one, .played)
    _ = copy.machine.began(bridge)
    #expect(copy.machine.setOutput(settings(0)) == [.setOutput(settings(0))])
    _ = copy.machine.restarted(reading(bridge, .zero, duration: .seconds(5)))
    #expect(copy.machine.setOutput(settings(3)) == [.setOutput(settings(3))])
  }

  @Test("A crossfade applies to a next load set before it was switched on")
  mutating func crossfadeSwitchedReachesWhat() {
    let (_, b, actions) = begin(0)
    #expect(actions == [.append(two)])
    let fresh = PlaylistEntryID(number: 3)
    var copy = self
    let on = settings(5)
    #expect(
      copy.machine.setOutput(on).prefix(4) == [
        .setOutput(on), .clearPlaylist, .close(two), .open(fresh, b),
      ]
    )
    #expect(copy.machine.next?.stage == .rendering(PlaylistEntryID(number: 4)))
    copy = self
    copy.machine.now = MonotonicInstant(sinceOrigin: .seconds(94))
    #expect(copy.machine.setOutput(on) == [.setOutput(on)])
    #expect(machine.setOutput(settings(0, gain: 3)) == [.setOutput(settings(0, gain: 3))])
  }

  @Test("The current position of the first load counts, not the last measured one")
  mutating func whereFirstNowCounts() {
    var settings = OutputSettings()
    settings.crossfade = .seconds(5)
    _ = machine.setOutput(settings)
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    machine.now = MonotonicInstant(sinceOrigin: .seconds(94))
    _ = machine.setNext(id: b, position: .zero, joint: .overlapping(.early), after: a)
    #expect(machine.examined(two, .recognized) == [.append(two)])
  }
}
