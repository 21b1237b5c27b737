import Foundation
import PlayerKitServices
import PlayerKit
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The same recording elsewhere", .tags(.local))
struct SameRecordingTests {
  private let song = PlainTrack(id: "own", title: "Lighthouse - Remastered 2009", type: "own")

  @Test("is looked for in the app's order, whole or as a preview, not at the track's own service")
  func order() async throws {
    let own = StubService(type: "own", songs: [StubSong("1", "Lighthouse")])
    let none = StubService(type: "none", songs: [StubSong("2", "Lightship")])
    let whole = StubService(
      type: "whole",
      songs: [StubSong("3", "Lightship"), StubSong("4", "Lighthouse")]
    )
    let preview = StubService(type: "preview", preview: "https://media.example/preview")
    func address(_ services: [StubService]) async throws -> String? {
      let resolver = SameRecordingResolver(services: services)
      return try await resolver.resolve(song).address
    }
    #expect(try await address([own, none, whole, preview]) == "https://media.example/whole/4")
    #expect(try await address([own, none, preview, whole]) == "https://media.example/preview")
    #expect(own.asked.elements.isEmpty)
    // One that knows no words of several fields at once is asked for the title alone.
    #expect(none.asked.elements.prefix(2) == ["Keepers Lighthouse", "Lighthouse"])
    #expect(preview.asked.elements.count == 1)
  }

  @Test("is none where title, artist or length differ, and that is said")
  func nothing() async throws {
    let others = StubService(
      type: "others",
      songs: [
        StubSong("1", "Lighthouse", artist: "Somebody Else"),
        StubSong("2", "Lighthouse (Live)"), StubSong("3", "Lighthouse", seconds: 260),
      ]
    )
    let resolver = SameRecordingResolver(services: [others])
    let error = await #expect(throws: PlayerError.self) { try await resolver.resolve(song) }
    #expect(error?.code == .notFound)
    // Of a track that says nothing of itself nobody is asked.
    let nameless = PlainTrack(id: "x", title: nil, type: "own")
    let count = others.asked.elements.count
    await #expect(throws: PlayerError.self) { try await resolver.resolve(nameless) }
    #expect(others.asked.elements.count == count)
  }

  @Test("is looked for further where a service can't be asked; if nothing is found, that is told")
  func failures() async throws {
    let broken = StubService(type: "broken", failure: CatalogError(.rateLimited, "Later."))
    let list = StubService(type: "list", songs: [StubSong("1", "Lighthouse")], isList: true)
    let whole = StubService(type: "whole", songs: [StubSong("4", "Lighthouse")])
    let found = try await SameRecordingResolver(services: [broken, list, whole]).resolve(song)
    #expect(found.address == "https://media.example/whole/4")
    let error = await #expect(throws: PlayerError.self) {
      try await SameRecordingResolver(services: [broken, list]).resolve(song)
    }
    #expect(error?.code == .rateLimited)
    // A list would take the track's place in the queue.
    let other = await #expect(throws: PlayerError.self) {
      try await SameRecordingResolver(services: [list]).resolve(song)
    }
    #expect(other?.code == .invalidItem && other?.underlying == nil)
  }

  @Test("is remembered until it fails; where it can't be opened, the services behind are asked")
  func remembered() async throws {
    let first = StubService(type: "first", songs: [StubSong("1", "Lighthouse")])
    let second = StubService(type: "second", songs: [StubSong("2", "Lighthouse")])
    let resolver = SameRecordingResolver(services: [first, second])
    #expect(try resolver.resolveNow(song) == nil)
    #expect(resolver.finding(for: song) == nil)
    let source = try await resolver.resolve(song)
    let finding = resolver.finding(for: song)
    #expect(finding?.service == "stub" && finding?.track.id == "1")
    #expect(finding?.track.metadata.details.attribution == "Thanks to first")
    let count = first.asked.elements.count
    _ = try await resolver.resolve(song)
    #expect(first.asked.elements.count == count)
    #expect(second.asked.elements.isEmpty)
    let replaced = try await source.replacement?()
    #expect(replaced?.address == "https://media.example/second/2")
    #expect(replaced?.replacement == nil)
    #expect(resolver.finding(for: song)?.track.id == "2")
    resolver.forget(song, after: PlayerError(.forbidden, "no"))
    #expect(resolver.finding(for: song) == nil)
    #expect(second.forgotten.elements == ["2"])
  }

  @Test("plays once the track's own player has failed, where the queue has a player of it")
  func played() async throws {
    for hasFallback in [true, false] {
      let clock = ManualClock()
      let engine = FakeEngine(clock: clock) { source in
        guard source.fakeName == "https://media.example/whole/4" else {
          return .failing(.unsupportedFormat)
        }
        var media = FakeMedia(duration: .seconds(30))
        media.loadTime = .zero
        return media
      }
      let own = StubResolver(playerType: PlayerType(rawValue: "own")) { _ in
        throw PlayerError(.forbidden, "Not here.")
      }
      let whole = StubService(type: "whole", songs: [StubSong("4", "Lighthouse")])
      let queue = QueuePlayer(clock: clock)
      queue.add(EnginePlayer(resolver: own, engine: engine, clock: clock))
      if hasFallback {
        let resolver = SameRecordingResolver(services: [whole])
        queue.add(EnginePlayer(resolver: resolver, engine: engine, clock: clock))
      }
      let observer = RecordingObserver(of: queue)
      try queue.set([song])
      queue.play()
      let events = try await observer.wait(for: "music, or the end") { events in
        events.states.contains(.play) || !events.ends.isEmpty
      }
      #expect(events.failures.map(\.error.code) == [.forbidden])
      #expect(queue.state == (hasFallback ? .play : .initial))
      #expect(engine.openedSources == (hasFallback ? ["https://media.example/whole/4"] : []))
    }
  }
}
