import PlayerKit
import PlayerKitWebServer
import TestSupport
import Testing

@testable import PlayerKitPagePlayers

/// Which page plays, when a page is silent, and what a page may not do.
@Suite("Pages and their silence", .tags(.pure))
struct PagesAndSilenceTests {
  private var bench = PageMachineBench()

  private func closings(_ actions: [PageMachineBench.Action]) -> [WebSocketClose] {
    actions.compactMap { if case .close(_, let reason) = $0 { reason } else { nil } }
  }

  // MARK: - Silence

  @Test("a released load ends when the page has confirmed its silence, not before")
  mutating func release() throws {
    bench.connect(1)
    let load = bench.play()
    bench.turn { $0.release(load, now: $1) }
    let stop = try #require(bench.sequence(of: .stop))
    #expect(bench.endings(of: load).isEmpty)
    bench.say(.silent(stop - 1))
    #expect(bench.endings(of: load).isEmpty)
    bench.say(.silent(stop))
    #expect(bench.endings(of: load) == [.released])
  }

  @Test("a page that does not confirm its silence loses its connection, which ends the load")
  mutating func silenceIsOwed() {
    bench.connect(1)
    let load = bench.play()
    bench.turn { $0.release(load, now: $1) }
    let actions = bench.pass(.milliseconds(1_500))
    #expect(closings(actions) == [.unresponsive])
    #expect(bench.endings(of: load) == [.released])
    #expect(bench.machine.isSilent)
  }

  @Test("a page that closes while it owes silence is silent")
  mutating func closesWhileStopping() {
    bench.connect(1)
    let load = bench.play()
    bench.turn { $0.release(load, now: $1) }
    bench.turn { $0.disconnected(1, now: $1) }
    #expect(bench.endings(of: load) == [.released])
  }

  @Test("a page that plays a stopped load is told to stop, once a second at most")
  mutating func reminder() throws {
    bench.connect(1)
    let load = bench.play()
    bench.turn { $0.release(load, now: $1) }
    bench.say(.silent(try #require(bench.sequence(of: .stop))))
    bench.say(.state(.playing, .zero, rate: 1, .command), load: 1)
    #expect(bench.commands() == [.stop])
    bench.say(.state(.playing, .zero, rate: 1, .command), load: 1)
    #expect(bench.commands().isEmpty)
    bench.pass(.seconds(1))
    bench.say(.state(.playing, .zero, rate: 1, .command), load: 1)
    #expect(bench.commands() == [.stop])
  }

  // MARK: - Several pages

  @Test("of two pages one plays; the other takes over after the first is silent")
  mutating func takeOver() throws {
    bench.connect(1)
    let load = bench.play()
    let actions = bench.connect(2)
    #expect(
      actions.contains {
        guard case .send(let sent, to: 2) = $0, case .welcome(_, .standby, _, _) = sent.command
        else { return false }
        return true
      }
    )
    bench.pass(.seconds(5))
    bench.say(.takeOver, from: 2)
    #expect(bench.commands(to: 1) == [.stop, .role(.standby)])
    #expect(bench.commands(to: 2).isEmpty)
    let stop = try #require(bench.sequence(of: .stop, to: 1))
    bench.say(.silent(stop), from: 1)
    #expect(bench.commands(to: 2).first == .role(.player))
    #expect(bench.number == 2 && bench.machine.player == 2)
    // The first page's reports do not count any more.
    bench.say(.ended, load: 2, from: 1)
    bench.say(.ended, load: 1, from: 1)
    #expect(bench.endings(of: load).isEmpty)
  }

  @Test("a page that waits gets the load of one that has gone")
  mutating func standbyInherits() {
    bench.connect(1)
    let load = bench.play()
    bench.connect(2)
    bench.turn { $0.disconnected(1, now: $1) }
    #expect(bench.machine.player == nil)
    bench.pass(.seconds(3))
    #expect(bench.machine.player == 2 && bench.number == 2)
    #expect(bench.endings(of: load).isEmpty)
  }

  @Test("a successor that goes before the old page is silent leaves the place to the old page")
  mutating func successorGoes() throws {
    bench.connect(1)
    _ = bench.play()
    bench.connect(2)
    bench.say(.takeOver, from: 2)
    let stop = try #require(bench.sequence(of: .stop, to: 1))
    bench.turn { $0.disconnected(2, now: $1) }
    bench.say(.silent(stop), from: 1)
    #expect(bench.machine.player == 1 && bench.number == 2)
  }

  @Test("a load that is released during a takeover ends when the old page is silent")
  mutating func releaseInTakeover() throws {
    bench.connect(1)
    let load = bench.play()
    bench.connect(2)
    bench.say(.takeOver, from: 2)
    let stop = try #require(bench.sequence(of: .stop, to: 1))
    bench.turn { $0.release(load, now: $1) }
    #expect(bench.endings(of: load).isEmpty)
    bench.say(.silent(stop), from: 1)
    #expect(bench.endings(of: load) == [.released])
  }

  @Test("a second document of a page replaces the first one")
  mutating func duplicateSession() {
    bench.connect(1, session: "the-session-of-it")
    _ = bench.play()
    let actions = bench.connect(2, session: "the-session-of-it")
    #expect(closings(actions) == [.superseded])
    #expect(bench.machine.player == 2 && bench.machine.connections.count == 1)
  }

  // MARK: - Strangers

  @Test(
    "without the credential, or with another version, the connection is closed",
    arguments: [
      ("", 1, WebSocketClose.refused), ("abcdefghijklmnopqrstuvwxyz234568", 1, .refused),
      (PageMachineBench.credential, 2, .outdated),
    ]
  )
  mutating func refuses(credential: String, version: Int, reason: WebSocketClose) {
    let actions = bench.connect(1, credential: credential, version: version)
    #expect(closings(actions) == [reason])
    #expect(bench.machine.connections.isEmpty && bench.machine.player == nil)
  }

  @Test("a connection that says nothing, or something else first, is closed")
  mutating func saysNothing() {
    bench.turn { $0.connected(1, now: $1) }
    #expect(closings(bench.pass(.seconds(5))) == [.refused])
    bench.turn { $0.connected(2, now: $1) }
    #expect(closings(bench.say(.ended, from: 2)) == [.refused])
  }

  @Test("a page that floods is closed, and so is one that talks nonsense")
  mutating func floods() {
    bench.connect(1)
    var closed: [WebSocketClose] = []
    for _ in 0..<300 { closed += closings(bench.say(.status(isActivated: true, isVisible: true))) }
    #expect(closed == [.policy])
    bench.connect(2)
    closed = []
    for _ in 0..<20 {
      closed += closings(bench.turn { $0.receivedUnreadable(from: 2, now: $1) })
    }
    #expect(closed == [.policy])
  }

  @Test("fifty messages a second are no flood")
  mutating func chatters() {
    bench.connect(1)
    for _ in 0..<1_000 {
      bench.pass(.milliseconds(20))
      bench.say(.status(isActivated: true, isVisible: true))
    }
    #expect(bench.machine.player == 1)
  }

  @Test("messages of another document, or out of order, do not count")
  mutating func wrongDocument() {
    bench.connect(1)
    let load = bench.play()
    let foreign = PageMessage(page: "another-document-of-it", load: 1, sequence: 99, body: .ended)
    bench.turn { $0.received(foreign, from: 1, now: $1) }
    let old = PageMessage(page: PageMachineBench.page(1), load: 1, sequence: 1, body: .ended)
    bench.turn { $0.received(old, from: 1, now: $1) }
    #expect(bench.endings(of: load).isEmpty)
  }

  @Test("a sign-in that was not requested is ignored")
  mutating func signIn() {
    bench.connect(1)
    #expect(bench.say(.signedIn(token: "token", storefront: "us")).isEmpty)
    bench.turn { machine, _ in machine.signInToAppleMusic(true) }
    #expect(bench.commands() == [.signInToAppleMusic])
    #expect(
      bench.say(.signedIn(token: "token", storefront: "us"))
        == [.signedIn(token: "token", storefront: "us")]
    )
    #expect(bench.say(.signedIn(token: "other", storefront: "us")).isEmpty)
  }

  @Test("only a load that shall play may be started at the service")
  mutating func start() {
    bench.connect(1)
    let load = bench.open(.spotify(id: "1", isEpisode: false), isPlaying: false)
    #expect(bench.say(.start(device: "device", .zero)).isEmpty)
    bench.turn { $0.setPlaying(true, load, now: $1) }
    #expect(bench.say(.start(device: "device", .zero)).count == 1)
    #expect(bench.say(.start(device: "device", .zero), load: 9).isEmpty)
  }

  @Test("the number of pages is bounded")
  mutating func bounded() {
    for id in 1...8 { #expect(closings(bench.connect(id)).isEmpty) }
    #expect(closings(bench.connect(9)) == [.crowded])
    bench.turn { $0.disconnected(3, now: $1) }
    #expect(closings(bench.connect(10)).isEmpty)
  }
}
