import PlayerKit
import PlayerKitWebServer
import TestSupport
import Testing

@testable import PlayerKitPagePlayers

/// What happens to pages while they play, one story a test.
@Suite("Stories of player pages", .tags(.pure))
struct PageStoryTests {
  private var bench = PageMachineBench()

  private func anchor(_ position: Duration, _ speed: Double = 0) -> PositionAnchor {
    PositionAnchor(position: position, speed: speed, instant: bench.now)
  }

  @Test("a tab that is closed in mid-track fails its load once, after the time for a reload")
  mutating func closedTab() {
    bench.connect(1)
    let load = bench.play()
    bench.pass(.seconds(10))
    bench.say(.goodbye)
    bench.turn { $0.disconnected(1, now: $1) }
    #expect(bench.endings(of: load).isEmpty)
    #expect(bench.events(of: load).last == .buffering(true))
    bench.pass(.seconds(3))
    #expect(bench.failure(of: load) == .pageClosed)
    bench.pass(.seconds(60))
    #expect(bench.endings(of: load).count == 1)
  }

  @Test("a reloaded page gets the load again at its position, and waits for a click")
  mutating func reload() throws {
    bench.connect(1, session: "the-session-of-it")
    let load = bench.play()
    bench.pass(.seconds(10))
    bench.turn { $0.disconnected(1, now: $1) }
    bench.pass(.milliseconds(500))
    bench.connect(2, session: "the-session-of-it", isActivated: false)
    guard case .load(let command)? = bench.commands(to: 2).last else {
      Issue.record("it got no load")
      return
    }
    #expect(command.position == .seconds(10) && command.isPlaying)
    #expect(bench.number == 2)
    bench.answerLoad(from: 2)
    bench.say(.ready(PageMachineBench.media(at: .seconds(10))), from: 2)
    bench.say(.state(.needsClick, .seconds(10), rate: 0, .command), from: 2)
    #expect(bench.machine.status.needsClick)
    #expect(bench.events(of: load).contains(.suppressed(.needsClick)))
    bench.say(.state(.playing, .seconds(10), rate: 1, .user), from: 2)
    #expect(!bench.machine.status.needsClick)
    #expect(bench.events(of: load).suffix(2).first == .suppressed(nil))
    #expect(bench.endings(of: load).isEmpty)
  }

  @Test("a reloaded page without a click fails with an error of its own")
  mutating func reloadWithoutClick() {
    bench.connect(1, session: "the-session-of-it")
    let load = bench.play()
    bench.turn { $0.disconnected(1, now: $1) }
    bench.connect(2, session: "the-session-of-it", isActivated: false)
    bench.answerLoad(from: 2)
    bench.say(.ready(PageMachineBench.media()), from: 2)
    bench.say(.state(.needsClick, .zero, rate: 0, .command), from: 2)
    bench.pass(.seconds(121))
    bench.say(.silent(.max), from: 2)
    #expect(bench.failure(of: load) == .pageReloaded)
  }

  @Test("a page that hangs loses its connection and its load, and later words change nothing")
  mutating func hanging() {
    bench.connect(1)
    let load = bench.play()
    bench.hanging = [1]
    let actions = bench.pass(.seconds(14))
    #expect(actions.contains(.close(1, .unresponsive)))
    bench.pass(.seconds(3))
    #expect(bench.failure(of: load) == .pageAsleep)
    bench.say(.ended, load: 1)
    #expect(bench.endings(of: load).count == 1)
  }

  @Test("a page that returns after the machine slept continues at its position")
  mutating func sleep() {
    bench.connect(1, session: "the-session-of-it")
    let load = bench.play()
    bench.pass(.seconds(20))
    // The socket died in the sleep, and the page connects again with the same document.
    bench.turn { $0.disconnected(1, now: $1) }
    bench.pass(.seconds(1))
    bench.connect(2, session: "the-session-of-it")
    bench.answerLoad(from: 2)
    bench.say(.ready(PageMachineBench.media(at: .seconds(20))), from: 2)
    bench.say(.state(.playing, .seconds(20), rate: 1, .command), from: 2)
    #expect(bench.events(of: load).last == .position(anchor(.seconds(20), 1)))
    #expect(bench.endings(of: load).isEmpty)
  }

  @Test("a pause by the user is a remote pause, told once")
  mutating func userPauses() {
    bench.connect(1)
    let load = bench.play()
    bench.say(.state(.paused, .seconds(5), rate: 1, .user))
    bench.say(.state(.paused, .seconds(5), rate: 1, .user))
    #expect(bench.events(of: load).count { $0 == .remote(.pause) } == 1)
    #expect(bench.commands().isEmpty)
    bench.say(.state(.playing, .seconds(5), rate: 1, .user))
    #expect(bench.events(of: load).contains(.remote(.play)))
  }

  @Test("seeks, volume and mute by the user are remote actions, and nothing is overruled")
  mutating func userControls() {
    bench.connect(1)
    let load = bench.play()
    bench.say(.user(.seek(.seconds(50))))
    #expect(bench.events(of: load).last == .remote(.seek(anchor(.seconds(50), 1))))
    bench.say(.user(.volume(0.5)))
    bench.say(.user(.volume(0.5)))
    bench.say(.user(.mute(true)))
    let events = bench.events(of: load)
    #expect(events.count { $0 == .remote(.volume(0.5)) } == 1)
    #expect(events.last == .remote(.mute(true)))
    #expect(bench.commands().isEmpty)
  }

  @Test("an end is told once, and the late end of a load does not end the next one")
  mutating func ends() {
    bench.connect(1)
    let first = bench.play()
    bench.say(.ended)
    bench.say(.ended, load: 1)
    let second = bench.play()
    bench.say(.ended, load: 1)
    bench.say(.failed(PageFailure(code: .notFound, vendor: nil)), load: 1)
    #expect(bench.endings(of: first) == [.ended(followedBy: nil)])
    #expect(bench.endings(of: second).isEmpty)
    #expect(bench.number == 2)
  }

  @Test("a burst of loads plays the last one; the others end as superseded")
  mutating func burst() {
    bench.connect(1)
    let loads = (0..<10).map { _ in bench.open() }
    for load in loads.dropLast() { #expect(bench.endings(of: load) == [.superseded]) }
    bench.answerLoad()
    bench.say(.ready(PageMachineBench.media()))
    bench.say(.state(.playing, .zero, rate: 1, .command))
    #expect(bench.number == 10)
    #expect(bench.endings(of: loads[9]).isEmpty)
  }

  @Test("of a burst of seeks only the last one is reported, once")
  mutating func seeks() throws {
    bench.connect(1)
    let load = bench.play()
    var sequences: [Int] = []
    var last = bench.nextSeek()
    for second in 1...3 {
      last = bench.nextSeek()
      let seek = last
      bench.turn { $0.seek(to: .seconds(second), seek, load, now: $1) }
      sequences.append(try #require(bench.sequence(of: .seek(.seconds(second)))))
    }
    for sequence in sequences + sequences { bench.say(.seeked(sequence, .seconds(3))) }
    let completed = bench.events(of: load).compactMap { event -> SeekID? in
      if case .seekCompleted(let id, _) = event { id } else { nil }
    }
    #expect(completed == [last])
  }

  @Test("a seek that the page never answers is given up")
  mutating func lostSeek() {
    bench.connect(1)
    let load = bench.play()
    let seek = bench.nextSeek()
    bench.turn { $0.seek(to: .seconds(90), seek, load, now: $1) }
    let actions = bench.pass(.seconds(8))
    #expect(
      bench.events(of: load).contains {
        if case .seekCompleted(seek, _) = $0 { true } else { false }
      }
    )
    #expect(
      actions.contains {
        if case .send(let sent, _) = $0 { sent.command == .measure } else { false }
      }
    )
  }

  @Test(
    "a load that the page does not answer fails in bounded time, when the page is silent",
    arguments: [
      (false, Duration.seconds(3), PlayerError.Code.pageAsleep), (true, .seconds(20), .timedOut),
    ]
  )
  mutating func neverReady(accepts: Bool, time: Duration, code: PlayerError.Code) {
    bench.connect(1)
    let load = bench.open()
    if accepts { bench.answerLoad() }
    let actions = bench.pass(time)
    #expect(bench.endings(of: load).isEmpty)
    #expect(
      actions.contains { if case .send(let sent, _) = $0 { sent.command == .stop } else { false } }
    )
    bench.say(.silent(.max))
    #expect(bench.failure(of: load) == code)
  }

  @Test(
    "the page's failures have their own codes",
    arguments: [
      (PageFailure.Code.preview, PlayerError.Code.notEntitled), (.noDRM, .drm),
      (.needsSignIn, .unauthorized), (.blocked, .pageScriptBlocked), (.forbidden, .forbidden),
      (.notFound, .notFound), (.invalid, .invalidItem), (.anotherDevice, .notEntitled),
    ]
  )
  mutating func failures(code: PageFailure.Code, expected: PlayerError.Code) {
    bench.connect(1)
    let load = bench.open()
    bench.answerLoad()
    bench.say(.failed(PageFailure(code: code, vendor: "150")))
    #expect(bench.failure(of: load) == expected)
  }

  @Test("a load that waits for a click is silent, plays after it, and fails without it")
  mutating func click() {
    bench.connect(1, isActivated: false)
    let load = bench.open()
    bench.answerLoad()
    bench.say(.state(.needsClick, .zero, rate: 0, .command))
    bench.pass(.seconds(60))
    #expect(bench.machine.status.needsClick && bench.endings(of: load).isEmpty)
    bench.say(.state(.buffering, .zero, rate: 0, .command))
    bench.say(.ready(PageMachineBench.media()))
    bench.say(.state(.playing, .zero, rate: 1, .command))
    #expect(bench.events(of: load).contains(.suppressed(nil)))
    let other = bench.open()
    bench.answerLoad()
    bench.say(.state(.needsClick, .zero, rate: 0, .command))
    bench.pass(.seconds(121))
    bench.say(.silent(.max))
    #expect(bench.failure(of: other) == .needsClick)
  }

  @Test("a device that takes over ends the load, and gets no further command")
  mutating func takenOver() {
    bench.connect(1)
    let load = bench.play(.spotify(id: "1", isEpisode: false))
    bench.say(.takenOver(ForeignTrack(id: "other")))
    #expect(bench.endings(of: load) == [.takenOver(by: ForeignTrack(id: "other"))])
    #expect(bench.commands().isEmpty)
    bench.turn { $0.setPlaying(true, load, now: $1) }
    #expect(bench.commands().isEmpty)
  }

  @Test("an ad before the track is no timeout, and one in it is no end and no seek")
  mutating func ad() {
    bench.connect(1)
    let load = bench.open(.youTubeVideo("abcdefghijk"))
    bench.answerLoad()
    bench.say(.state(.ad, .zero, rate: 0, .command))
    bench.pass(.seconds(90))
    bench.say(.ready(PageMachineBench.media()))
    bench.say(.state(.playing, .zero, rate: 1, .command))
    bench.pass(.seconds(30))
    bench.say(.state(.ad, .seconds(30), rate: 0, .command))
    #expect(bench.events(of: load).suffix(2).contains(.buffering(true)))
    bench.pass(.seconds(90))
    bench.say(.state(.playing, .seconds(30), rate: 1, .command))
    #expect(bench.events(of: load).last == .position(anchor(.seconds(30), 1)))
    #expect(bench.endings(of: load).isEmpty)
  }

  @Test("a live stream is not seekable and has no length")
  mutating func live() {
    bench.connect(1)
    let load = bench.play(.youTubeVideo("abcdefghijk"), duration: nil)
    let media = bench.events(of: load).lazy.compactMap { event -> LoadedMedia? in
      if case .loaded(let media) = event { media } else { nil }
    }.first
    #expect(media?.duration == nil && media?.isSeekable == false)
  }

  @Test("a pause while it loads is kept, and a play that was lost fails in time")
  mutating func pauseWhileLoading() {
    bench.connect(1)
    let load = bench.open()
    bench.turn { $0.setPlaying(false, load, now: $1) }
    #expect(bench.commands() == [.pause])
    bench.answerLoad()
    bench.say(.ready(PageMachineBench.media()))
    #expect(
      bench.events(of: load).contains { if case .loaded = $0 { true } else { false } }
    )
    // The page lost the pause.
    bench.say(.state(.playing, .zero, rate: 1, .command))
    #expect(bench.commands() == [.pause])
    #expect(!bench.events(of: load).contains(.remote(.play)))
    bench.say(.state(.paused, .zero, rate: 1, .command))
    bench.turn { $0.setPlaying(true, load, now: $1) }
    bench.pass(.seconds(8))
    bench.say(.silent(.max))
    #expect(bench.failure(of: load) == .timedOut)
  }

  @Test("buffering for a minute is told, and the position stands")
  mutating func buffers() {
    bench.connect(1)
    let load = bench.play()
    bench.say(.state(.buffering, .seconds(7), rate: 0, .command))
    bench.pass(.seconds(60))
    #expect(
      bench.events(of: load).last
        == .position(
          PositionAnchor(
            position: .seconds(7),
            speed: 0,
            instant: MonotonicInstant(sinceOrigin: .zero)
          )
        )
    )
    #expect(bench.endings(of: load).isEmpty)
  }

  @Test("a page that pauses since it is hidden is told, and playing is still wanted")
  mutating func hidden() {
    bench.connect(1)
    let load = bench.play()
    bench.say(.status(isActivated: true, isVisible: false))
    bench.say(.state(.paused, .seconds(7), rate: 1, .hidden))
    #expect(bench.events(of: load).contains(.suppressed(.pageHidden)))
    #expect(!bench.events(of: load).contains(.remote(.pause)))
    bench.say(.state(.playing, .seconds(7), rate: 1, .hidden))
    #expect(bench.events(of: load).contains(.suppressed(nil)))
    #expect(!bench.machine.status.isVisible)
  }

  @Test("a hidden page in which nothing starts has an error of its own")
  mutating func hiddenStart() {
    bench.connect(1, isVisible: false)
    let load = bench.open()
    bench.answerLoad()
    bench.say(.ready(PageMachineBench.media()))
    bench.pass(.seconds(8))
    bench.say(.silent(.max))
    #expect(bench.failure(of: load) == .pageHidden)
  }

  @Test("without a page a load fails at once, or waits as long as the app says")
  mutating func noPage() {
    let load = bench.open()
    #expect(bench.failure(of: load) == .noPage)
    bench = PageMachineBench(pageTimeout: .seconds(60))
    let patient = bench.open()
    bench.pass(.seconds(59))
    #expect(bench.endings(of: patient).isEmpty)
    bench.connect(1)
    #expect(bench.number == 1)
  }
}
