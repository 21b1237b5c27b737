import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The same recording at another service", .tags(.local))
struct SameRecordingTests {
  private let song = PlainTrack(id: "own", title: "Lighthouse - Remastered 2009", type: "own")

  @Test("is searched in the app's order, complete or as a preview, not at the track's own service")
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
    // A service that can't search several fields at once gets only the title.
    #expect(none.asked.elements.prefix(2) == ["Keepers Lighthouse", "Lighthouse"])
    #expect(preview.asked.elements.count == 1)
  }

  @Test("does not exist if title, artist or length differ, and the error says so")
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
    // For a track without facts, no service is asked.
    let nameless = PlainTrack(id: "x", title: nil, type: "own")
    let count = others.asked.elements.count
    await #expect(throws: PlayerError.self) { try await resolver.resolve(nameless) }
    #expect(others.asked.elements.count == count)
  }

  @Test("is searched further if a service fails, and the error names it if nothing is found")
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
    // A list would replace the track in the queue.
    let other = await #expect(throws: PlayerError.self) {
      try await SameRecordingResolver(services: [list]).resolve(song)
    }
    #expect(other?.code == .invalidItem && other?.underlying == nil)
  }

  @Test("is remembered until it fails, and if it can't be opened, the next services are asked")
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

  @Test("plays after the track's own player has failed, if the queue has a player for it")
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
