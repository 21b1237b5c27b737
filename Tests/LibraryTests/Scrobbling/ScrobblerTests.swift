import Foundation
import PlayerKit
import PlayerKitLastFM
import PlayerKitListenBrainz
import PlayerKitScrobbling
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Scrobbling", .tags(.local))
struct ScrobblerTests {
  @Test("the current track and finished plays are sent, with their start time")
  func listens() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()))
      let begin = Int(bench.clock.date.timeIntervalSince1970)
      try await bench.play([Song("Opening Night"), Song("Closing Night")])
      try await bench.told(2)
      let counted = bench.simulator.countedListens(of: .lastFM)
      #expect(Set(counted.map(\.title)) == ["Opening Night", "Closing Night"])
      #expect(counted.map(\.date).min() == begin)
      #expect(counted.map(\.date).max() == begin + 60)
      try bench.queue.set([Song("Encore")])
      bench.queue.play()
      bench.clock.advance(by: .seconds(1))
      try await eventually("the current track is reported") {
        bench.simulator.nowPlaying(at: .lastFM)?.title == "Encore"
      }
      await scrobbler.finish()
    }
  }

  @Test("ListenBrainz gets plays by its own rule, with MusicBrainz's ids")
  func listenBrainz() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(ListenBrainzService(client: bench.listenBrainz()))
      let other = bench.scrobbler(LastFMService(client: bench.lastFM()))
      // For Last.fm it is too short.
      bench.player.setMedia(FakeMedia(duration: .seconds(20)), for: "Opening Night")
      try bench.queue.set([Song("Opening Night", recording: ScrobbleBench.recording)])
      bench.queue.play()
      bench.clock.advance(by: .seconds(9))
      await bench.queue.events.delivered()
      #expect(!bench.words.contains { $0.hasPrefix("kept") })
      bench.clock.advance(by: .seconds(2))
      await bench.queue.events.delivered()
      try await bench.told(1)
      await other.finish()
      #expect(bench.simulator.countedListens(of: .listenBrainz).count == 1)
      #expect(bench.simulator.countedListens(of: .lastFM).isEmpty)
      let body = try #require(bench.simulator.toldBodies(of: .listenBrainz).last)
      #expect(body.contains(#""recording_mbid":"\#(ScrobbleBench.recording)""#))
      #expect(body.contains(#""isrc":"USXX12100001""#) && body.contains(#""duration_ms":20000"#))
      var listen = Listen(artist: "The Example Band", title: "Opening Night", date: Date())
      listen.musicBrainz = MusicBrainzIDs(recording: ScrobbleBench.recording)
      try await scrobbler.setFeeling(.hate, for: listen)
      #expect(bench.simulator.feeling(of: ScrobbleBench.recording, at: .listenBrainz) == -1)
      listen.musicBrainz = nil
      await #expect(throws: CatalogError.self) {
        try await scrobbler.setFeeling(.love, for: listen)
      }
    }
  }

  @Test("previews are not sent")
  func previews() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(ListenBrainzService(client: bench.listenBrainz()))
      var song = Song("Opening Night")
      song.metadata.duration = .seconds(167)
      bench.player.setMedia(FakeMedia(duration: .seconds(11)), for: "Opening Night")
      try await bench.play([song])
      try await bench.play([Song("Encore")])
      try await bench.told(1)
      await scrobbler.finish()
      #expect(bench.simulator.countedListens(of: .listenBrainz).map(\.title) == ["Encore"])
    }
  }

  @Test("episodes of podcasts are sent only if that is turned on")
  func podcasts() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()))
      var episode = Song("Episode")
      episode.playerTypes = [.url, PlayerType(rawValue: "podcast")]
      #expect(!scrobbler.countsPodcasts && !scrobbler.countsRadio)
      try await bench.play([episode])
      #expect(bench.words.isEmpty)
      scrobbler.countsPodcasts = true
      try await bench.play([episode])
      try await bench.told(1)
      await scrobbler.finish()
    }
  }

  @Test("waiting plays are sent only with the account under which they were heard")
  func accounts() async throws {
    try await withBench { bench in
      let outbox = MemoryScrobbleOutbox()
      for (title, account) in [("Hers", "other_user"), ("His", "example_user")] {
        var listen = Listen(artist: "A", title: title, date: Date())
        listen.account = account
        outbox.add(listen, for: "lastfm")
      }
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()), outbox)
      try await bench.told(1)
      await scrobbler.finish()
      #expect(bench.simulator.countedListens(of: .lastFM).map(\.title) == ["His"])
      #expect(outbox.waiting(for: "lastfm", limit: 9).map(\.listen.title) == ["Hers"])
      try await bench.play([Song("Now")])
      try await bench.told(2)
      #expect(try scrobbler.waitingCount() == 0)
      try scrobbler.forgetWaiting()
      #expect(outbox.count(for: "lastfm") == 1)
    }
  }

  @Test("a track without an artist and a skipped track do not count")
  func uncounted() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()))
      try bench.queue.set([Song("a", artist: nil), Song("b"), Song("c")])
      bench.queue.play()
      bench.clock.advance(by: .seconds(70))
      await bench.queue.events.delivered()
      bench.queue.next()
      await bench.queue.events.delivered()
      bench.clock.advance(by: .seconds(61))
      try await bench.told(1)
      await scrobbler.finish()
      #expect(bench.simulator.countedListens(of: .lastFM).map(\.title) == ["c"])
    }
  }

  @Test("private listening is neither sent nor stored, even if only its start was private")
  func privately() async throws {
    try await withBench { bench in
      let outbox = MemoryScrobbleOutbox()
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()), outbox)
      scrobbler.isPrivate = true
      try await bench.play([Song("a")])
      try bench.queue.set([Song("b"), Song("c")])
      bench.queue.play()
      bench.clock.advance(by: .seconds(5))
      await bench.queue.events.delivered()
      scrobbler.isPrivate = false
      bench.clock.advance(by: .seconds(56))
      await bench.queue.events.delivered()
      bench.clock.advance(by: .seconds(60))
      await bench.queue.events.delivered()
      try await bench.told(1)
      await scrobbler.finish()
      #expect(bench.simulator.countedListens(of: .lastFM).map(\.title) == ["c"])
      #expect(bench.words.filter { $0.hasPrefix("kept") } == ["kept c"])
      #expect(outbox.count(for: "lastfm") == 0)
    }
  }

  @Test("a play that was private for a moment does not count")
  func momentarilyPrivate() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()))
      try bench.queue.set([Song("a"), Song("b")])
      bench.queue.play()
      bench.clock.advance(by: .seconds(5))
      await bench.queue.events.delivered()
      scrobbler.isPrivate = true
      scrobbler.isPrivate = false
      bench.clock.advance(by: .seconds(56))
      await bench.queue.events.delivered()
      bench.clock.advance(by: .seconds(60))
      await bench.queue.events.delivered()
      try await bench.told(1)
      await scrobbler.finish()
      #expect(bench.simulator.countedListens(of: .lastFM).map(\.title) == ["b"])
    }
  }

  @Test("plays wait while the service is down, and are later sent with their own time")
  func away() async throws {
    try await withBench { bench in
      bench.simulator.add(Fault(status: 503, times: 4), to: .lastFM)
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()))
      let begin = Int(bench.clock.date.timeIntervalSince1970)
      try await bench.play([Song("a")])
      try await eventually("it failed") { bench.words.contains("failed serverError") }
      let isTold = { !bench.simulator.countedListens(of: .lastFM).isEmpty }
      try await eventually("it is reported later") {
        if !isTold() { bench.clock.advance(by: .seconds(1)) }
        return isTold()
      }
      #expect(bench.simulator.countedListens(of: .lastFM).map(\.date) == [begin])
      await scrobbler.finish()
    }
  }

  @Test("a lost answer causes no second play")
  func lostAnswer() async throws {
    try await withBench { bench in
      bench.simulator.add(Fault(kind: .cut, path: "/2.0/", times: 100, every: 2), to: .lastFM)
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()))
      try await bench.play((1...4).map { Song("Song \($0)") })
      try await eventually("all are reported") {
        bench.clock.advance(by: .seconds(1))
        return bench.words.count { $0.hasPrefix("told") } == 4
      }
      #expect(bench.simulator.countedListens(of: .lastFM).count == 4)
      await scrobbler.finish()
    }
  }

  @Test("a play that is refused for good is reported and dropped, and the others count")
  func refused() async throws {
    try await withBench { bench in
      let outbox = MemoryScrobbleOutbox()
      let old = Date(timeIntervalSinceNow: -30 * 86_400)
      outbox.add(Listen(artist: "A", title: "old", date: old), for: "lastfm")
      outbox.add(Listen(artist: "A", title: "new", date: Date()), for: "lastfm")
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()), outbox)
      try await bench.told(1)
      await scrobbler.finish()
      #expect(bench.words.contains("refused old: The play is too old."))
      #expect(bench.simulator.countedListens(of: .lastFM).map(\.title) == ["new"])
      #expect(outbox.count(for: "lastfm") == 0)
    }
  }

  @Test(
    "a proxy that answers instead of the service loses no play",
    arguments: [401, 403, 404, 407, 410]
  )
  func between(status: Int) async throws {
    try await withBench { bench in
      for service in [ServiceName.lastFM, .listenBrainz] {
        bench.simulator.add(Fault(status: status, kind: .html, times: 3), to: service)
      }
      let scrobblers = [
        bench.scrobbler(LastFMService(client: bench.lastFM())),
        bench.scrobbler(ListenBrainzService(client: bench.listenBrainz())),
      ]
      try await bench.play([Song("a"), Song("b")])
      try await eventually("all are reported") {
        bench.clock.advance(by: .seconds(1))
        return bench.words.count { $0.hasPrefix("told") } == 4
      }
      #expect(bench.simulator.countedListens(of: .lastFM).count == 2)
      #expect(bench.simulator.countedListens(of: .listenBrainz).count == 2)
      for scrobbler in scrobblers { await scrobbler.finish() }
    }
  }

  @Test("a web page with a success status is not an answer")
  func portal() async throws {
    try await withBench { bench in
      bench.simulator.add(Fault(status: 200, kind: .html, times: 3), to: .listenBrainz)
      let scrobbler = bench.scrobbler(ListenBrainzService(client: bench.listenBrainz()))
      try await bench.play([Song("a"), Song("b")])
      try await eventually("all are reported") {
        bench.clock.advance(by: .seconds(1))
        return bench.words.count { $0.hasPrefix("told") } == 2
      }
      #expect(bench.simulator.countedListens(of: .listenBrainz).count == 2)
      await scrobbler.finish()
    }
  }

  @Test("plays above Last.fm's daily limit wait for the next day")
  func dailyLimit() async throws {
    try await withBench { bench in
      bench.simulator.setDailyLimit(2, of: .lastFM)
      let outbox = MemoryScrobbleOutbox()
      for title in ["a", "b", "c", "d"] {
        outbox.add(Listen(artist: "A", title: title, date: Date()), for: "lastfm")
      }
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()), outbox)
      try await bench.told(2)
      try await eventually("it waits") { bench.clock.nextDeadline != nil }
      #expect(outbox.count(for: "lastfm") == 2)
      bench.simulator.advance(by: .seconds(86_400))
      let pause = try #require(bench.clock.nextDeadline) - bench.clock.now
      #expect(pause > .seconds(800) && pause <= .seconds(86_400))
      bench.clock.advance(by: pause)
      try await bench.told(4)
      #expect(bench.words == ["told a", "told b", "told c", "told d"])
      await scrobbler.finish()
    }
  }

  @Test("plays without a result are sent alone, and then refused")
  func silence() async throws {
    let service = SilentService()
    let outbox = MemoryScrobbleOutbox()
    for title in ["a", "silent", "c"] {
      outbox.add(Listen(artist: "A", title: title, date: Date()), for: SilentService.name)
    }
    let events = Recorded<ScrobbleEvent>()
    let scrobbler = Scrobbler(service, outbox: outbox, clock: ManualClock()) { events.append($0) }
    try await events.wait(for: "all are done with") { $0.count == 3 }
    #expect(service.told.elements == [["a", "silent", "c"], ["a"], ["silent"], ["c"]])
    #expect(
      ScrobbleBench.words(of: events.elements).sorted().map { $0.prefix(14) } == [
        "refused silent", "told a", "told c",
      ]
    )
    #expect(outbox.count(for: SilentService.name) == 0)
    await scrobbler.finish()
  }

  @Test("a radio's choices are marked as such at Last.fm")
  func proposed() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()))
      let radio = QueueItem(Song("b"), userInfo: ["playerkit.discovery.reason": "{}"])
      try bench.queue.set([QueueItem(Song("a")), radio])
      bench.queue.play()
      for _ in 0..<2 {
        bench.clock.advance(by: .seconds(61))
        await bench.queue.events.delivered()
      }
      try await bench.told(2)
      await scrobbler.finish()
      let fields = bench.simulator.toldBodies(of: .lastFM).flatMap { $0.split(separator: "&") }
      let choices = fields.filter { $0.hasPrefix("chosenByUser") }
      #expect(choices.count == 1 && choices.allSatisfy { $0.hasSuffix("=0") })
    }
  }

  @Test("an invalid sign-in is reported, and the plays wait for another one")
  func signedOut() async throws {
    try await withBench { bench in
      let outbox = MemoryScrobbleOutbox()
      let first = bench.scrobbler(LastFMService(client: bench.lastFM(session: "wrong")), outbox)
      try await bench.play([Song("a"), Song("b")])
      try await eventually("it is reported") { bench.words.contains("failed unauthorized") }
      await first.finish()
      #expect(outbox.count(for: "lastfm") == 2)
      let second = Scrobbler(
        LastFMService(client: bench.lastFM()),
        outbox: outbox,
        clock: bench.clock
      )
      try await eventually("they are told") {
        bench.simulator.countedListens(of: .lastFM).count == 2
      }
      await second.finish()
    }
  }
}
