import PlayerKit
import Testing

@testable import PlayerKitMPV

/// Overlaps in the machine, fed by hand. Of two loads of 100 s, the first (entry 1) is faded over
/// into the second (2) by a bridge (3).
struct CrossfadeMachineTests {
  private typealias Action = MPVEngineStateMachine.Action

  private var machine = MPVEngineStateMachine()
  private var ids = LoadIDIssuer(issuer: 1)
  private let one = Entry(number: 1)
  private let two = Entry(number: 2)
  private let bridge = Entry(number: 3)
  private let overlap = Overlap.Rendered(
    start: .seconds(95),
    length: .seconds(5),
    headDuration: .seconds(80)
  )

  private func reading(
    _ entry: Entry,
    _ position: Duration?,
    duration: Duration? = .seconds(100)
  ) -> Reading {
    Reading(
      entry: entry,
      position: position,
      duration: duration,
      isSeekable: true,
      now: MonotonicInstant(sinceOrigin: .zero)
    )
  }

  private func reports(_ actions: [Action]) -> [LoadReport] {
    actions.compactMap { if case .report(_, let report) = $0 { report } else { nil } }
  }

  /// - Returns: what followed from the first bytes of what is to follow.
  private mutating func begin(
    _ crossfade: Double = 5,
    duration: Duration? = .seconds(100),
    at position: Duration = .zero,
    isSeekable: Bool = true
  ) -> (a: LoadID, b: LoadID, actions: [Action]) {
    var settings = OutputSettings()
    settings.crossfade = .seconds(crossfade)
    _ = machine.setOutput(settings)
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    var first = reading(one, position, duration: duration)
    first.isSeekable = isSeekable
    _ = machine.restarted(first)
    _ = machine.setNext(id: b, position: .zero, canOverlap: true, after: a)
    return (a, b, machine.examined(two, .recognised))
  }

  /// The overlap is in libmpv's playlist.
  private mutating func append() -> (a: LoadID, b: LoadID) {
    let (a, b, _) = begin()
    _ = machine.rendered(bridge, overlap, reading(one, .seconds(3)))
    return (a, b)
  }

  /// The bridge is heard.
  private mutating func cross() -> (a: LoadID, b: LoadID) {
    let loads = append()
    _ = machine.ended(one, .played)
    _ = machine.began(bridge)
    _ = machine.restarted(reading(bridge, .zero, duration: .seconds(5)))
    return loads
  }

  @Test mutating func `The overlap is rendered, and put between the two`() throws {
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

  @Test mutating func `Where it could not be rendered in time the second follows without a gap`() {
    for (rendered, position) in [
      (nil, Duration.zero), (overlap, .seconds(94.5)), (overlap, .seconds(99)),
    ] {
      var copy = self
      _ = copy.begin()
      let actions = copy.machine.rendered(bridge, rendered, reading(one, position))
      #expect(actions == (rendered == nil ? [] : [.cancelRendering(bridge)]) + [.append(two)])
    }
  }

  @Test mutating func `What is too short, unknown, endless or near its end is not faded`() {
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
  }

  @Test func `What took long to render is faded for shorter, and at last not at all`() throws {
    let plan = try #require(
      Overlap.Plan(crossfade: .seconds(5), duration: .seconds(20), position: .seconds(10))
    )
    let lengths = [0, 3.5, 5, 7.5, 7.6].map { plan.length(after: .seconds($0), at: 1) }
    #expect(lengths == [.seconds(5), .seconds(5), .seconds(3.5), .seconds(1), nil])
    #expect(plan.length(after: .seconds(2), at: 2) == .seconds(3))
    #expect(plan.time(at: 1) == .seconds(7.5))
    #expect(plan.time(at: 2) == .seconds(3))
    // In a pause, and into a file, there is all the time.
    #expect(plan.length(after: .seconds(60), at: 0) == plan.length)
    #expect(plan.time(at: 0) == nil)
  }

  @Test func `A fade takes at most half of a track, and at least a second`() {
    let plan = { Overlap.Plan(crossfade: .seconds($0), duration: $1, position: .zero)?.length }
    #expect(plan(5, .seconds(6)) == .seconds(3))
    #expect(plan(0.1, .seconds(60)) == .seconds(1))
    #expect(plan(12, .seconds(60)) == .seconds(12))
  }

  @Test mutating func `The second is now playing when the overlap begins to be heard`() {
    let (_, b) = append()
    #expect(machine.ended(one, .played).isEmpty)
    #expect(machine.began(bridge) == [.measure])
    let early = machine.restarted(reading(bridge, .milliseconds(-400), duration: .seconds(5)))
    #expect(!early.contains(.clearPlaylist))
    guard case .loaded(let media)? = reports(early).first else {
      Issue.record("not loaded: \(early)")
      return
    }
    #expect(media.duration == .seconds(80))
    let actions = machine.measured(reading(bridge, .zero, duration: .seconds(5)))
    #expect(reports(actions).first == .ended(followedBy: b))
    #expect(!actions.contains(.clearPlaylist), "the second track itself is behind the bridge")
  }

  @Test mutating func `Behind the overlap the second goes on as the same load`() {
    let (_, b) = cross()
    #expect(machine.ended(bridge, .played) == [.close(bridge)])
    #expect(machine.began(two).isEmpty)
    let actions = machine.restarted(reading(two, .seconds(4.6)))
    #expect(reports(actions).allSatisfy { !$0.isTerminal })
    #expect(machine.current?.id == b)
    #expect(machine.current?.anchor?.position == .seconds(4.6))
  }

  @Test mutating func `A pause in the overlap pauses the second`() {
    let (a, b) = cross()
    #expect(machine.setPlaying(false, load: a).isEmpty)
    #expect(machine.setPlaying(false, load: b).first == .setPaused(true))
  }

  @Test mutating func `A seek in the overlap opens the second anew`() {
    let (_, b) = cross()
    let actions = machine.seek(to: .seconds(2), id: ids.nextSeek(), load: b)
    let fresh = Entry(number: 4)
    #expect(
      actions == [
        .wake(after: nil), .close(bridge), .close(two), .open(fresh, b), .setPaused(true),
        .replace(fresh),
      ]
    )
  }

  @Test mutating func `A seek into what is to overlap gives the fade up`() {
    let (a, b) = append()
    #expect(machine.seek(to: .seconds(50), id: ids.nextSeek(), load: a) == [.seek(.seconds(50))])
    var copy = self
    copy.machine = machine
    _ = copy.machine.seekBegan()
    _ = copy.machine.restarted(reading(one, .seconds(50)))
    let fresh = Entry(number: 4)
    #expect(
      copy.machine.seek(to: .seconds(96), id: ids.nextSeek(), load: a) == [
        .setEnd(one, nil), .clearPlaylist, .close(bridge), .close(two), .open(fresh, b),
        .append(fresh), .seek(.seconds(96)),
      ]
    )
  }

  @Test mutating func `What follows is taken back: the first is not ended early`() {
    let (a, b) = append()
    #expect(
      machine.setNext(id: nil, position: .zero, after: a) == [
        .report(b, .superseded), .close(bridge), .close(two), .clearPlaylist, .setEnd(one, nil),
      ]
    )
  }

  @Test mutating func `Taken back when the overlap has begun: the first plays on to its end`() {
    let (a, _) = append()
    _ = machine.ended(one, .played)
    _ = machine.began(bridge)
    let actions = machine.setNext(id: nil, position: .zero, after: a)
    #expect(actions.contains(.replace(Entry(number: 4))))
    #expect(machine.current?.seek?.target.position == .seconds(95))
    #expect(reports(actions) == [.superseded])
  }

  @Test mutating func `Skipping onto what was to be faded in begins it without the overlap`() {
    let (a, b) = append()
    let actions = machine.playNext(b, after: a, isPlaying: true)
    let fresh = Entry(number: 4)
    #expect(actions.contains(.close(bridge)) && actions.contains(.close(two)))
    #expect(actions.suffix(2) == [.replace(fresh), .setPaused(false)])
  }

  @Test mutating func `Skipping on in the overlap closes all that it is made of`() {
    let (_, b) = cross()
    let c = ids.nextLoad()
    _ = machine.setNext(id: c, position: .zero, after: b)
    _ = machine.examined(Entry(number: 4), .recognised)
    let actions = machine.playNext(c, after: b, isPlaying: true)
    #expect(actions.contains(.close(bridge)) && actions.contains(.close(two)))
    #expect(actions.suffix(2) == [.replace(Entry(number: 4)), .setPaused(false)])
  }

  @Test mutating func `An output lost in the overlap tells nothing of the overlap's length`() {
    _ = cross()
    _ = machine.outputVanished(now: MonotonicInstant(sinceOrigin: .seconds(2)))
    _ = machine.seekBegan()
    let actions = machine.restarted(reading(bridge, .seconds(2), duration: .seconds(5)))
    #expect(reports(actions).allSatisfy { if case .duration = $0 { false } else { true } })
    #expect(machine.current?.duration == .seconds(80))
  }

  @Test mutating func `A first that fails goes over to the second without the overlap`() {
    let (_, b) = append()
    let error = PlayerError(.timedOut, "gone")
    let actions = machine.ended(one, .failed(error))
    #expect(reports(actions) == [.failed(error, followedBy: b)])
    #expect(actions.suffix(2) == [.replace(Entry(number: 4)), .setPaused(false)])
  }

  @Test mutating func `A third taken back during the overlap leaves the second behind it`() {
    let (_, b) = cross()
    let c = ids.nextLoad()
    _ = machine.setNext(id: c, position: .zero, after: b)
    #expect(machine.examined(Entry(number: 4), .recognised) == [.append(Entry(number: 4))])
    #expect(
      machine.setNext(id: nil, position: .zero, after: b).suffix(2) == [
        .clearPlaylist, .append(two),
      ]
    )
  }

  @Test mutating func `A third that is faded in ends the second, not the overlap before it`() {
    let (_, b) = cross()
    let c = ids.nextLoad()
    _ = machine.setNext(id: c, position: .zero, canOverlap: true, after: b)
    _ = machine.examined(Entry(number: 4), .recognised)
    let actions = machine.rendered(Entry(number: 5), overlap, reading(bridge, .seconds(1)))
    #expect(actions.first == .setEnd(two, .seconds(95)))
  }

  // MARK: What is not wanted any more

  @Test mutating func `Rendering ends at once where something else follows, or nothing`() {
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

  @Test mutating func `Rendering ends at once where the second is begun, or the first fails`() {
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

  @Test mutating func `A seek to behind a fade that is being rendered ends that`() {
    let (a, _, _) = begin()
    var copy = self
    #expect(
      copy.machine.seek(to: .seconds(60), id: ids.nextSeek(), load: a) == [.seek(.seconds(60))]
    )
    copy = self
    #expect(
      copy.machine.seek(to: .seconds(94), id: ids.nextSeek(), load: a) == [
        .cancelRendering(bridge), .append(two), .seek(.seconds(94)),
      ]
    )
  }

  @Test mutating func `What is rendered during a seek waits for its end`() {
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

  @Test mutating func `Another length or loudness has what is being rendered rendered anew`() throws
  {
    let (a, b, _) = begin()
    let fresh = Entry(number: 4)
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

  @Test mutating func `An overlap that has not begun follows the settings`() {
    let (a, b) = append()
    let (fresh, anew) = (Entry(number: 4), Entry(number: 5))
    let dropped: [Action] = [
      .setEnd(one, nil), .clearPlaylist, .close(bridge), .close(two), .open(fresh, b),
    ]
    machine.now = MonotonicInstant(sinceOrigin: .seconds(80))
    var copy = self
    let shorter = settings(2)
    let actions = copy.machine.setOutput(shorter)
    #expect(actions.prefix(6) == [.setOutput(shorter)] + dropped)
    guard case .render(anew, a, b, let plan)? = actions.last else {
      Issue.record("not rendered: \(actions)")
      return
    }
    #expect(plan.length == .seconds(2) && plan.rest == .seconds(20))
    copy = self
    let none = settings(0)
    #expect(copy.machine.setOutput(none) == [.setOutput(none)] + dropped + [.append(fresh)])
    // Too late for another one, not for none.
    copy = self
    copy.machine.now = MonotonicInstant(sinceOrigin: .seconds(93.5))
    let louder = settings(5, gain: 3)
    #expect(copy.machine.setOutput(louder) == [.setOutput(louder)] + dropped + [.append(fresh)])
  }

  @Test mutating func `What has begun, or is about to, stays as it is`() {
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

  @Test mutating func `A crossfade that is switched on reaches what follows already`() {
    let (_, b, actions) = begin(0)
    #expect(actions == [.append(two)])
    let fresh = Entry(number: 3)
    var copy = self
    let on = settings(5)
    #expect(
      copy.machine.setOutput(on).prefix(4) == [
        .setOutput(on), .clearPlaylist, .close(two), .open(fresh, b),
      ]
    )
    #expect(copy.machine.next?.overlap == Overlap(bridge: Entry(number: 4)))
    copy = self
    copy.machine.now = MonotonicInstant(sinceOrigin: .seconds(94))
    #expect(copy.machine.setOutput(on) == [.setOutput(on)])
    #expect(machine.setOutput(settings(0, gain: 3)) == [.setOutput(settings(0, gain: 3))])
  }

  @Test mutating func `Where the first is by now counts, not where it was last measured`() {
    var settings = OutputSettings()
    settings.crossfade = .seconds(5)
    _ = machine.setOutput(settings)
    let (a, b) = (ids.nextLoad(), ids.nextLoad())
    _ = machine.load(id: a, position: .zero, isPlaying: true)
    _ = machine.began(one)
    _ = machine.restarted(reading(one, .zero))
    machine.now = MonotonicInstant(sinceOrigin: .seconds(94))
    _ = machine.setNext(id: b, position: .zero, canOverlap: true, after: a)
    #expect(machine.examined(two, .recognised) == [.append(two)])
  }
}
