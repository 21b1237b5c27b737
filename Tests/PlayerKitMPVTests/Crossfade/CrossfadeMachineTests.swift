import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds overlaps to the machine by hand. There are two loads of 100 s. The first (entry 1) fades
/// into the second (2) through a bridge (3).
@Suite(.tags(.pure))
struct CrossfadeMachineTests {
  typealias Action = MPVEngineStateMachine.Action

  var machine = MPVEngineStateMachine()
  var ids = LoadIDIssuer(issuer: 1)
  let one = PlaylistEntryID(number: 1)
  let two = PlaylistEntryID(number: 2)
  let bridge = PlaylistEntryID(number: 3)
  let overlap = Overlap.Rendered(
    start: .seconds(95),
    length: .seconds(5),
    headDuration: .seconds(80)
  )

  func reading(
    _ entry: PlaylistEntryID,
    _ position: Duration?,
    duration: Duration? = .seconds(100)
  ) -> PlaybackSample {
    PlaybackSample(
      entry: entry,
      position: position,
      duration: duration,
      isSeekable: true,
      now: MonotonicInstant(sinceOrigin: .zero)
    )
  }

  func reports(_ actions: [Action]) -> [LoadEvent] {
    actions.compactMap { if case .report(_, let report) = $0 { report } else { nil } }
  }

  /// - Returns: The actions that follow from the first bytes of the next load.
  mutating func begin(
    _ crossfade: Double = 5,
    duration: Duration? = .seconds(100),
    at position: Duration = .zero,
    isSeekable: Bool = true,
    seeksByReopening: Bool = false
  ) -> (a: LoadID, b: LoadID, actions: [Action]) {
    var settings = OutputSettings()
    settings.crossfade = .seconds(crossfade)
    _ = machine.setOutput(settings)
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    var first = reading(one, position, duration: duration)
    (first.isSeekable, first.seeksByReopening) = (isSeekable, seeksByReopening)
    _ = machine.restarted(first)
    _ = machine.setNext(id: b, position: .zero, joint: .overlapping(.early), after: a)
    return (a, b, machine.examined(two, .recognized))
  }

  /// Puts the overlap into libmpv's playlist.
  mutating func append() -> (a: LoadID, b: LoadID) {
    let (a, b, _) = begin()
    _ = machine.rendered(bridge, overlap, reading(one, .seconds(3)))
    return (a, b)
  }

  /// Starts the bridge.
  mutating func cross() -> (a: LoadID, b: LoadID) {
    let loads = append()
    _ = machine.ended(one, .played)
    _ = machine.began(bridge)
    _ = machine.restarted(reading(bridge, .zero, duration: .seconds(5)))
    return loads
  }

  @Test("The overlap is rendered, and inserted between the two loads")
  mutating func overlapRenderedPutBetween() throws {
    let (a, b, actions) = begin()
    let plan = try #require(
      Overlap.Plan(crossfade: .seconds(5), duration: .seconds(100), position: .zero)
    )
    #expect(actions == [.render(bridge, tail: a, head: b, plan)])
    #expect(
      machine.rendered(bridge, overlap, reading(one, .seconds(3))) == [
        .setEnd(one, .seconds(95)), .trim(two, .seconds(5)), .append(bridge), .append(two),
      ]
    )
  }

  @Test("If the overlap is not rendered in time, the second load follows without a gap")
  mutating func whereCouldRenderedTime() {
    for (rendered, position) in [
      (nil, Duration.zero), (overlap, .seconds(94.5)), (overlap, .seconds(99)),
    ] {
      var copy = self
      _ = copy.begin()
      let actions = copy.machine.rendered(bridge, rendered, reading(one, position))
      #expect(actions == (rendered == nil ? [] : [.cancelRendering(bridge)]) + [.append(two)])
    }
  }

  @Test("A track that is too short, unknown, endless, or near its end is not faded")
  mutating func whatShortUnknownEndless() {
    let cases: [(Double, Duration?, Duration)] = [
      (5, nil, .zero), (5, .seconds(1.9), .zero), (5, .seconds(1e9), .zero),
      (5, .seconds(100), .seconds(94)), (0, .seconds(100), .zero), (5, .seconds(-3), .zero),
    ]
    for (crossfade, duration, position) in cases {
      var copy = self
      let begun = copy.begin(crossfade, duration: duration, at: position)
      #expect(begun.actions == [.append(two)], "\(crossfade) \(String(describing: duration))")
    }
    var copy = self
    #expect(copy.begin(isSeekable: false).actions == [.append(two)])
    copy = self
    #expect(copy.begin(seeksByReopening: true).actions == [.append(two)])
  }

  @Test("Slow rendering shortens the fade, and finally drops it")
  func whatTookLongRender() throws {
    let plan = try #require(
      Overlap.Plan(crossfade: .seconds(5), duration: .seconds(20), position: .seconds(10))
    )
    let lengths = [0, 3.5, 5, 7.5, 7.6].map { plan.length(after: .seconds($0), at: 1) }
    #expect(lengths == [.seconds(5), .seconds(5), .seconds(3.5), .seconds(1), nil])
    #expect(plan.length(after: .seconds(2), at: 2) == .seconds(3))
    #expect(plan.time(at: 1) == .seconds(7.5))
    #expect(plan.time(at: 2) == .seconds(3))
    // In a pause, and with file output, there is no time limit.
    #expect(plan.length(after: .seconds(60), at: 0) == plan.length)
    #expect(plan.time(at: 0) == nil)
  }

  @Test("A fade takes at most half of a track, and at least a second")
  func fadeTakesMostHalf() {
    let plan = { Overlap.Plan(crossfade: .seconds($0), duration: $1, position: .zero)?.length }
    #expect(plan(5, .seconds(6)) == .seconds(3))
    #expect(plan(0.1, .seconds(60)) == .seconds(1))
    #expect(plan(12, .seconds(60)) == .seconds(12))
  }

  @Test("The second load becomes current when the overlap becomes audible")
  mutating func secondNowPlayingWhen() {
    let (_, b) = append()
    #expect(machine.ended(one, .played).isEmpty)
    #expect(machine.began(bridge) == [.measure])
    let early = machine.restarted(reading(bridge, .milliseconds(-400), duration: .seconds(5)))
    #expect(!early.contains(.clearPlaylist))
    guard case .loaded(let media)? = reports(early).first else {
      Issue.record("The second track is not loaded: \(early)")
      return
    }
    #expect(media.duration == .seconds(80))
    let actions = machine.measured(reading(bridge, .zero, duration: .seconds(5)))
    #expect(reports(actions).first == .ended(followedBy: b))
    #expect(!actions.contains(.clearPlaylist), "the second track follows the bridge")
  }

  @Test("After the overlap the second load continues as the same load")
  mutating func behindOverlapSecondGoes() {
    let (_, b) = cross()
    #expect(machine.ended(bridge, .played) == [.close(bridge)])
    #expect(machine.began(two).isEmpty)
    let actions = machine.restarted(reading(two, .seconds(4.6)))
    #expect(reports(actions).allSatisfy { !$0.isTerminal })
    #expect(machine.current?.id == b)
    #expect(machine.current?.anchor?.position == .seconds(4.6))
  }

  @Test("A pause in the overlap pauses the second load")
  mutating func pauseOverlapPausesSecond() {
    let (a, b) = cross()
    #expect(machine.setPlaying(false, load: a).isEmpty)
    #expect(machine.setPlaying(false, load: b).first == .setPaused(true))
  }

  @Test("A seek in the overlap opens the second load again")
  mutating func seekOverlapOpensSecond() {
    let (_, b) = cross()
    let actions = machine.seek(to: .seconds(2), id: ids.nextSeek(), load: b)
    let fresh = PlaylistEntryID(number: 4)
    #expect(
      actions == [
        .wake(after: nil), .close(bridge), .close(two), .open(fresh, b), .setPaused(true),
        .replace(fresh),
      ]
    )
  }

  @Test("A seek into the part that should overlap drops the fade")
  mutating func seekIntoWhatOverlap() {
    let (a, b) = append()
    #expect(
      machine.seek(to: .seconds(50), id: ids.nextSeek(), load: a) == [.seek(one, .seconds(50))]
    )
    var copy = self
    copy.machine = machine
    _ = copy.machine.seekBegan()
    _ = copy.machine.restarted(reading(one, .seconds(50)))
    let fresh = PlaylistEntryID(number: 4)
    #expect(
      copy.machine.seek(to: .seconds(96), id: ids.nextSeek(), load: a) == [
        .setEnd(one, nil), .clearPlaylist, .close(bridge), .close(two), .open(fresh, b),
        .append(fresh), .seek(one, .seconds(96)),
      ]
    )
  }

  @Test("If the next load is removed, the first one is not ended early")
  mutating func whatFollowsTakenBack() {
    let (a, b) = append()
    #expect(
      machine.setNext(id: nil, position: .zero, after: a) == [
        .report(b, .superseded), .close(bridge), .close(two), .clearPlaylist, .setEnd(one, nil),
      ]
    )
  }

  @Test("If the next load is removed during the overlap, the first one plays on to its end")
  mutating func takenBackWhenOverlap() {
    let (a, _) = append()
    _ = machine.ended(one, .played)
    _ = machine.began(bridge)
    let actions = machine.setNext(id: nil, position: .zero, after: a)
    #expect(actions.contains(.replace(PlaylistEntryID(number: 4))))
    #expect(machine.current?.seek?.target.position == .seconds(95))
    #expect(reports(actions) == [.superseded])
  }

  @Test("Skipping to a load that should fade in begins it without the overlap")
  mutating func skippingOntoWhatFaded() {
    let (a, b) = append()
    let actions = machine.playNext(b, after: a, isPlaying: true)
    let fresh = PlaylistEntryID(number: 4)
    #expect(actions.contains(.close(bridge)) && actions.contains(.close(two)))
    #expect(actions.suffix(2) == [.replace(fresh), .setPaused(false)])
  }

  @Test("Skipping during the overlap closes all of its parts")
  mutating func skippingOverlapClosesAll() {
    let (_, b) = cross()
    let c = ids.nextLoad()
    _ = machine.setNext(id: c, position: .zero, after: b)
    _ = machine.examined(PlaylistEntryID(number: 4), .recognized)
    let actions = machine.playNext(c, after: b, isPlaying: true)
    #expect(actions.contains(.close(bridge)) && actions.contains(.close(two)))
    #expect(actions.suffix(2) == [.replace(PlaylistEntryID(number: 4)), .setPaused(false)])
  }

  @Test("An output lost during the overlap does not report the overlap's length")
  mutating func outputLostOverlapTells() {
    _ = cross()
    _ = machine.outputVanished(now: MonotonicInstant(sinceOrigin: .seconds(2)))
    _ = machine.seekBegan()
    let actions = machine.restarted(reading(bridge, .seconds(2), duration: .seconds(5)))
    #expect(reports(actions).allSatisfy { if case .duration = $0 { false } else { true } })
    #expect(machine.current?.duration == .seconds(80))
  }

  @Test("If the first load fails, the second one follows without the overlap")
  mutating func firstFailsGoesOver() {
    let (_, b) = append()
    let error = PlayerError(.timedOut, "gone")
    let actions = machine.ended(one, .failed(error))
    #expect(reports(actions) == [.failed(error, followedBy: b)])
    #expect(actions.suffix(2) == [.replace(PlaylistEntryID(number: 4)), .setPaused(false)])
  }

  @Test("A third load removed during the overlap leaves the second one after it")
  mutating func thirdTakenBackDuring() {
    let (_, b) = cross()
    let c = ids.nextLoad()
    _ = machine.setNext(id: c, position: .zero, after: b)
    #expect(
      machine.examined(PlaylistEntryID(number: 4), .recognized) == [
        .append(PlaylistEntryID(number: 4))
      ]
    )
    #expect(
      machine.setNext(id: nil, position: .zero, after: b).suffix(2) == [
        .clearPlaylist, .append(two),
      ]
    )
  }

  @Test("A third load that fades in ends the second one, not the overlap before it")
  mutating func thirdFadedEndsSecond() {
    let (_, b) = cross()
    let c = ids.nextLoad()
    _ = machine.setNext(id: c, position: .zero, joint: .overlapping(.early), after: b)
    _ = machine.examined(PlaylistEntryID(number: 4), .recognized)
    let actions = machine.rendered(
      PlaylistEntryID(number: 5),
      overlap,
      reading(bridge, .seconds(1))
    )
    #expect(actions.first == .setEnd(two, .seconds(95)))
  }
}
