import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitSpotify

@Suite("The state machine of Spotify Connect", .tags(.pure))
struct ConnectStateMachineTests {
  private typealias Action = SpotifyConnectStateMachine.Action

  fileprivate static let kitchen = ConnectDevice(
    id: "kitchen",
    name: "Kitchen",
    isActive: true,
    isRestricted: false,
    volume: 50,
    hasVolume: true
  )

  private let load = LoadID.unique()
  private let track = ConnectTrack(id: "t", metadata: TrackMetadata(duration: .seconds(100)))

  private func at(_ seconds: Double) -> MonotonicInstant {
    MonotonicInstant(sinceOrigin: .seconds(seconds))
  }

  private func reading(
    _ id: String = "t",
    at progress: Double?,
    _ isPlaying: Bool = true,
    now: Double
  ) -> ConnectReply {
    .state(
      ConnectReading(
        device: Self.kitchen,
        item: ConnectItem(
          id: id,
          ids: [id],
          metadata: TrackMetadata(title: id, duration: .seconds(100))
        ),
        isPlaying: isPlaying,
        progress: progress.map { .seconds($0) },
        repeats: false,
        instant: at(now)
      )
    )
  }

  /// A machine whose load plays since 0 and needs nothing.
  private func playing() -> SpotifyConnectStateMachine {
    var machine = SpotifyConnectStateMachine()
    _ = machine.open(load, track, at: .zero, wantsToPlay: true, now: at(0))
    _ = machine.replied(reading("other", at: 7, false, now: 0), number: 1, now: at(0))
    _ = machine.replied(.done, number: 2, now: at(0))
    _ = machine.timePassed(now: at(0.25))
    let seen = machine.replied(reading(at: 0.25, now: 0.25), number: 3, now: at(0.25))
    #expect(seen.reports.count == 1)
    return machine
  }

  private func failure(_ kind: ConnectFailure.Kind) -> ConnectReply {
    .failed(ConnectFailure(kind: kind, error: PlayerError(.serverError, "Failed.")))
  }

  @Test("A command cancels a read in progress, and its late answer changes nothing")
  func looksAreGivenUp() {
    var machine = playing()
    #expect(machine.timePassed(now: at(5.25)).requests == [.state])
    let pause = machine.setPlaying(false, load, now: at(5.3))
    #expect(pause == [.abandon, .send(.pause(device: "kitchen"), number: 5)])
    #expect(machine.replied(reading("x", at: 1, now: 5.2), number: 4, now: at(5.4)).isEmpty)
    #expect(machine.replied(.done, number: 5, now: at(5.5)).isEmpty)
  }

  @Test("Of seeks during another one, only the last is sent and reported")
  func lastSeek() {
    var machine = playing()
    let seeks = (0..<3).map { _ in SeekID.fresh() }
    var sent: [ConnectRequest] = []
    for (index, seek) in seeks.enumerated() {
      sent += machine.seek(to: .seconds(10 * (index + 1)), seek, load, now: at(1)).requests
    }
    #expect(sent == [.seek(.seconds(10), device: "kitchen")])
    let next = machine.replied(.done, number: 4, now: at(1.1))
    #expect(next.requests == [.seek(.seconds(30), device: "kitchen")])
    #expect(machine.replied(.done, number: 5, now: at(1.2)).isEmpty)
    _ = machine.timePassed(now: at(1.5))
    let told = machine.replied(reading(at: 30.2, now: 1.5), number: 6, now: at(1.5)).reports
    let completed = told.compactMap { if case .seekCompleted(let id, _) = $0 { id } else { nil } }
    #expect(completed == [seeks[2]])
  }

  @Test("A start that is released while it is in progress is reported when the device is silent")
  func releasedInTheStart() {
    var machine = SpotifyConnectStateMachine()
    _ = machine.open(load, track, at: .zero, wantsToPlay: true, now: at(0))
    let play = machine.replied(reading("other", at: 7, now: 0), number: 1, now: at(0))
    #expect(play.requests == [.play("spotify:track:t", from: .zero, device: "kitchen")])
    #expect(machine.release(load, now: at(0.1)).isEmpty)
    let pause = machine.replied(.done, number: 2, now: at(0.2))
    #expect(pause.requests == [.pause(device: "kitchen")] && pause.reports.isEmpty)
    #expect(machine.replied(.done, number: 3, now: at(0.3)).reports == [.released])
    #expect(machine.deadline == nil)
  }

  @Test("A state that contradicts the command is ignored for five seconds, and then accepted")
  func lag() {
    var machine = playing()
    _ = machine.setPlaying(false, load, now: at(2))
    _ = machine.replied(.done, number: 4, now: at(2))
    var (now, number) = (2.0, 5)
    var told: [LoadEvent] = []
    while told.isEmpty, number < 30, let deadline = machine.deadline {
      now = deadline.sinceOrigin / .seconds(1)
      #expect(machine.timePassed(now: at(now)).requests == [.state])
      told = machine.replied(reading(at: now, now: now), number: number, now: at(now)).reports
        .filter { if case .position = $0 { false } else { true } }
      number += 1
    }
    #expect(told == [.remote(.play)])
    #expect((7...8).contains(now), "at \(now) s")
  }

  /// A state without its item.
  private func withheld(_ isPlaying: Bool = true, now: Double) -> ConnectReply {
    .state(
      ConnectReading(
        device: Self.kitchen,
        item: nil,
        isPlaying: isPlaying,
        progress: nil,
        repeats: false,
        instant: at(now)
      )
    )
  }

  /// Answers each read of a start, until there is another command.
  private func start(
    _ machine: inout SpotifyConnectStateMachine,
    until end: Double,
    _ reply: (Double) -> ConnectReply
  ) -> (actions: [Action], number: Int) {
    _ = machine.open(load, track, at: .zero, wantsToPlay: true, now: at(0))
    _ = machine.replied(reading("other", at: 7, false, now: 0), number: 1, now: at(0))
    _ = machine.replied(.done, number: 2, now: at(0))
    var number = 2
    while let deadline = machine.deadline {
      let now = deadline.sinceOrigin / .seconds(1)
      guard now <= end else { break }
      #expect(machine.timePassed(now: deadline).requests == [.state])
      number += 1
      let actions = machine.replied(reply(now), number: number, now: deadline)
      if actions.requests.contains(.pause(device: "kitchen")) { return (actions, number + 1) }
    }
    return ([], number)
  }

  @Test("A track that a private session hides plays by the clock, and its device is paused")
  func privateSession() {
    var machine = SpotifyConnectStateMachine()
    let (actions, number) = start(&machine, until: 110) { withheld(now: $0) }
    #expect(actions.requests == [.pause(device: "kitchen")] && actions.reports.isEmpty)
    #expect(
      machine.replied(.done, number: number, now: at(101)).reports == [.ended(followedBy: nil)]
    )
    #expect(machine.isSilent)
  }

  @Test(
    "A device that shows nothing after an accepted command is paused before the failure",
    arguments: [true, false]
  )
  func unseen(isEmpty: Bool) {
    var machine = SpotifyConnectStateMachine()
    let (actions, number) = start(&machine, until: 20) {
      isEmpty ? .state(nil) : reading("other", at: 7, false, now: $0)
    }
    #expect(actions.requests == [.pause(device: "kitchen")] && actions.reports.isEmpty)
    let told = machine.replied(.done, number: number, now: at(11)).reports
    #expect(told.count == 1)
    if case .failed = told.first {} else { Issue.record("\(told)") }
    #expect(machine.isSilent)
  }

  @Test("A state that is late by 8 s does not fail the load")
  func lateState() {
    var machine = SpotifyConnectStateMachine()
    let (actions, _) = start(&machine, until: 30) {
      $0 < 8 ? reading("other", at: 7, false, now: $0) : reading(at: $0, now: $0)
    }
    #expect(actions.isEmpty)
    if case .onDevice(let load, _) = machine.phase {
      #expect(load.isLoaded)
    } else {
      Issue.record("it has ended")
    }
  }

  @Test("Spotify's own crossfade is an end, and a track in the middle is a takeover")
  func crossfade() {
    for (progress, isEnd) in [(4.0, true), (30.0, false)] {
      var machine = playing()
      var number = 4
      var now = 0.0
      while let deadline = machine.deadline, now < 92 {
        now = deadline.sinceOrigin / .seconds(1)
        _ = machine.timePassed(now: deadline)
        guard now < 92 else { break }
        _ = machine.replied(reading(at: now, now: now), number: number, now: deadline)
        number += 1
      }
      let actions = machine.replied(
        reading("x", at: progress, now: now),
        number: number,
        now: at(now)
      )
      #expect(actions.requests == (isEnd ? [.pause(device: "kitchen")] : []))
      if !isEnd { #expect(actions.reports.count == 1) }
    }
  }

  @Test("A zero in the middle is a position only if the next state continues from it")
  func nought() {
    for goesOn in [false, true] {
      var machine = playing()
      _ = machine.timePassed(now: at(5.25))
      #expect(machine.replied(reading(at: 0, now: 5.25), number: 4, now: at(5.25)).isEmpty)
      #expect(machine.deadline == at(6.25))
      _ = machine.timePassed(now: at(6.25))
      let progress = goesOn ? 1.0 : 6.25
      let told = machine.replied(reading(at: progress, now: 6.25), number: 5, now: at(6.25)).reports
      let jumps = told.count { if case .remote(.seek) = $0 { true } else { false } }
      #expect(jumps == (goesOn ? 1 : 0))
    }
  }

  @Test("A request without an answer is given up after ten seconds, and sent again")
  func endsAfterTimeout() {
    var machine = playing()
    #expect(machine.setPlaying(false, load, now: at(1)).requests == [.pause(device: "kitchen")])
    #expect(machine.deadline == at(11))
    let given = machine.timePassed(now: at(11))
    #expect(given == [.abandon])
    #expect(machine.deadline == at(12))
    #expect(machine.timePassed(now: at(12)).requests == [.pause(device: "kitchen")])
  }

  @Test("A missing device gets a transfer first, and then another one plays the track")
  func anotherDevice() {
    var machine = SpotifyConnectStateMachine()
    _ = machine.open(load, track, at: .zero, wantsToPlay: true, now: at(0))
    _ = machine.replied(reading("other", at: 7, now: 0), number: 1, now: at(0))
    #expect(
      machine.replied(failure(.noDevice), number: 2, now: at(0)).requests == [
        .transfer("kitchen", plays: false)
      ]
    )
    #expect(
      machine.replied(.done, number: 3, now: at(0)).requests == [
        .play("spotify:track:t", from: .zero, device: "kitchen")
      ]
    )
    #expect(machine.replied(failure(.noDevice), number: 4, now: at(0)).requests == [.devices])
    var bath = Self.kitchen
    (bath.id, bath.name, bath.isActive) = ("bath", "Bath", false)
    let reply = machine.replied(.devices([Self.kitchen, bath]), number: 5, now: at(0))
    #expect(reply.requests == [.play("spotify:track:t", from: .zero, device: "bath")])
    #expect(
      machine.replied(failure(.noDevice), number: 6, now: at(0)).requests == [
        .transfer("bath", plays: false)
      ]
    )
  }

  @Test(
    "For any inputs, at most one request is in progress, and each load ends once",
    arguments: 0..<100
  )
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var story = Story()
    for _ in 0..<80 {
      story.now += Double.random(in: 0...4, using: &random)
      story.step(&random, reading: reading, failure: failure)
    }
    if let last = story.loads.last { story.take(story.machine.release(last, now: at(story.now))) }
    for _ in 0..<50 {
      story.now += 11
      if let flight = story.flight {
        story.flight = nil
        story.take(story.machine.replied(.done, number: flight.number, now: at(story.now)))
      } else if story.machine.deadline != nil {
        story.take(story.machine.timePassed(now: at(story.now)))
      }
    }
    #expect(story.flight == nil && story.machine.deadline == nil, "it is not at rest")
    #expect(story.faults.isEmpty, "\(story.faults)")
    #expect(story.ended == Set(story.loads))
  }

  /// Feeds a machine, and records violations.
  private struct Story {
    var machine = SpotifyConnectStateMachine()
    var now = 0.0
    var flight: (request: ConnectRequest, number: Int)?
    var loads: [LoadID] = []
    var ended: Set<LoadID> = []
    var faults: [String] = []
    private let track = ConnectTrack(id: "t", metadata: TrackMetadata(duration: .seconds(20)))

    private var instant: MonotonicInstant { MonotonicInstant(sinceOrigin: .seconds(now)) }

    mutating func take(_ actions: [Action]) {
      for action in actions {
        switch action {
        case .send(let request, let number):
          if flight != nil { faults.append("\(request) beside another one") }
          flight = (request, number)
        case .abandon: flight = nil
        case .entitled: break
        case .report(let report, let load):
          if ended.contains(load) { faults.append("\(report) after the end") }
          if report.isTerminal { ended.insert(load) }
        }
      }
    }

    mutating func step(
      _ random: inout SeededGenerator,
      reading: (String, Double?, Bool, Double) -> ConnectReply,
      failure: (ConnectFailure.Kind) -> ConnectReply
    ) {
      let load = loads.randomElement(using: &random) ?? .unique()
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1:
        loads.append(.unique())
        let plays = Bool.random(using: &random)
        if let id = loads.last {
          take(machine.open(id, track, at: .zero, wantsToPlay: plays, now: instant))
        }
      case 2: take(machine.setPlaying(true, load, now: instant))
      case 3: take(machine.setPlaying(false, load, now: instant))
      case 4:
        let place = Duration.seconds(Int.random(in: 0...25, using: &random))
        take(machine.seek(to: place, .fresh(), load, now: instant))
      case 5: take(machine.release(load, now: instant))
      case 6:
        take(
          machine.setVolume(
            Int.random(in: 0...100, using: &random),
            isMuted: Bool.random(using: &random),
            now: instant
          )
        )
      case 7:
        take(
          machine.move(to: ["kitchen", "bath"].randomElement(using: &random) ?? "", now: instant)
        )
      case 8: take(machine.refresh(now: instant))
      case 9: take(machine.timePassed(now: instant))
      default: answer(&random, reading: reading, failure: failure)
      }
    }

    private mutating func answer(
      _ random: inout SeededGenerator,
      reading: (String, Double?, Bool, Double) -> ConnectReply,
      failure: (ConnectFailure.Kind) -> ConnectReply
    ) {
      guard let flight else { return }
      self.flight = nil
      let kinds: [ConnectFailure.Kind] = [
        .noDevice, .refused, .notEntitled, .throttled(wait: .seconds(8)),
        .throttled(wait: .seconds(90)), .passing, .final,
      ]
      var reply = ConnectReply.done
      switch flight.request {
      case .state:
        let progress = Double.random(in: 0...21, using: &random)
        let item = ["t", "t", "t", "x"].randomElement(using: &random) ?? "t"
        let shown = Int.random(in: 0..<4, using: &random) == 0 ? nil : progress
        reply = reading(item, shown, Bool.random(using: &random), now)
        if Int.random(in: 0..<8, using: &random) == 0 { reply = .state(nil) }
      case .devices:
        reply = .devices(Bool.random(using: &random) ? [ConnectStateMachineTests.kitchen] : [])
      case .track:
        reply = .track(ConnectItem(id: "t", ids: ["t"], metadata: TrackMetadata()))
      case .play, .resume, .pause, .seek, .volume, .transfer, .repeatOff: break
      }
      if Int.random(in: 0..<5, using: &random) == 0, let kind = kinds.randomElement(using: &random)
      {
        reply = failure(kind)
      }
      take(machine.replied(reply, number: flight.number, now: instant))
    }
  }
}

extension [SpotifyConnectStateMachine.Action] {
  fileprivate var requests: [ConnectRequest] {
    compactMap { if case .send(let request, _) = $0 { request } else { nil } }
  }

  fileprivate var reports: [LoadEvent] {
    compactMap { if case .report(let report, _) = $0 { report } else { nil } }
  }
}

extension SeekID {
  fileprivate static func fresh() -> SeekID {
    var issuer = LoadIDIssuer.unique()
    return issuer.nextSeek()
  }
}
