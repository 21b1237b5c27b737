import Foundation
import MusicCatalog
import PlayerKit
import PlayerKitScrobbling
import PlayerKitTesting
import ServiceSimulator
import TestSupport
import Testing

@Suite("Telling services what is heard")
struct ScrobblerTests {
  @Test("what plays and what counts is told, with the time at which it began")
  func listens() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(LastFMScrobbling(bench.lastFM()))
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
      try await eventually("it is told what plays") {
        bench.simulator.nowPlaying(at: .lastFM)?.title == "Encore"
      }
      await scrobbler.finish()
    }
  }

  @Test("ListenBrainz is told by its own rule, with what MusicBrainz calls it")
  func listenBrainz() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(ListenBrainzScrobbling(bench.listenBrainz()))
      try await bench.play([Song("Opening Night", recording: ScrobbleBench.recording)])
      try await bench.told(1)
      #expect(bench.simulator.countedListens(of: .listenBrainz).count == 1)
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

  @Test("a track without an artist and one that was skipped do not count")
  func uncounted() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(LastFMScrobbling(bench.lastFM()))
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

  @Test("nothing is told and nothing kept of what sounds in private, also of what began so")
  func privately() async throws {
    try await withBench { bench in
      let outbox = MemoryScrobbleOutbox()
      let scrobbler = bench.scrobbler(LastFMScrobbling(bench.lastFM()), outbox)
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

  @Test("a play that was in private for a moment does not count")
  func momentarilyPrivate() async throws {
    try await withBench { bench in
      let scrobbler = bench.scrobbler(LastFMScrobbling(bench.lastFM()))
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

  @Test("plays wait while the service is away, and are told with their own time when it is back")
  func away() async throws {
    try await withBench { bench in
      bench.simulator.add(Fault(status: 503, times: 4), to: .lastFM)
      let scrobbler = bench.scrobbler(LastFMScrobbling(bench.lastFM()))
      let begin = Int(bench.clock.date.timeIntervalSince1970)
      try await bench.play([Song("a")])
      try await eventually("it failed") { bench.words.contains("failed serverError") }
      let isTold = { !bench.simulator.countedListens(of: .lastFM).isEmpty }
      try await eventually("it is told later") {
        if !isTold() { bench.clock.advance(by: .seconds(1)) }
        return isTold()
      }
      #expect(bench.simulator.countedListens(of: .lastFM).map(\.date) == [begin])
      await scrobbler.finish()
    }
  }

  @Test("an answer that is lost makes no second play")
  func lostAnswer() async throws {
    try await withBench { bench in
      bench.simulator.add(Fault(kind: .cut, path: "/2.0/", times: 100, every: 2), to: .lastFM)
      let scrobbler = bench.scrobbler(LastFMScrobbling(bench.lastFM()))
      try await bench.play((1...4).map { Song("Song \($0)") })
      try await eventually("all are told") {
        bench.clock.advance(by: .seconds(1))
        return bench.words.count { $0.hasPrefix("told") } == 4
      }
      #expect(bench.simulator.countedListens(of: .lastFM).count == 4)
      await scrobbler.finish()
    }
  }

  @Test("a play that is refused for good is told and dropped, and the others count")
  func refused() async throws {
    try await withBench { bench in
      let outbox = MemoryScrobbleOutbox()
      let old = Date(timeIntervalSinceNow: -30 * 86_400)
      outbox.add(Listen(artist: "A", title: "old", date: old), for: "lastfm")
      outbox.add(Listen(artist: "A", title: "new", date: Date()), for: "lastfm")
      let scrobbler = bench.scrobbler(LastFMScrobbling(bench.lastFM()), outbox)
      try await bench.told(1)
      await scrobbler.finish()
      #expect(bench.words.contains("refused old: The play is too old."))
      #expect(bench.simulator.countedListens(of: .lastFM).map(\.title) == ["new"])
      #expect(outbox.count(for: "lastfm") == 0)
    }
  }

  @Test("a sign-in that is no longer good is told, and the plays wait for another one")
  func signedOut() async throws {
    try await withBench { bench in
      let outbox = MemoryScrobbleOutbox()
      let first = bench.scrobbler(LastFMScrobbling(bench.lastFM(session: "wrong")), outbox)
      try await bench.play([Song("a"), Song("b")])
      try await eventually("it is told") { bench.words.contains("failed unauthorized") }
      await first.finish()
      #expect(outbox.count(for: "lastfm") == 2)
      let second = Scrobbler(LastFMScrobbling(bench.lastFM()), outbox: outbox, clock: bench.clock)
      try await eventually("they are told") {
        bench.simulator.countedListens(of: .lastFM).count == 2
      }
      await second.finish()
    }
  }
}
