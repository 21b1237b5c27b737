import Locking
import MusicCatalog
import PlayerKit
import PlayerKitDiscovery
import PlayerKitTesting
import ServiceKit
import TestSupport
import Testing

@Suite struct DiscoveryTests {
  private let clock = ManualClock()

  private func world(_ name: String, _ likes: [String]) -> InventedWorld {
    InventedWorld(name, likes: { _ in likes })
  }

  @Test func `puts answers together in the order of the sources, whoever answers first`()
    async throws
  {
    let slow = world("slow", ["A", "B"])
    let fast = world("fast", ["C", "B"])
    slow.hold { [fast] in
      try await eventually("the other one was asked") { !fast.questions.elements.isEmpty }
    }
    let discovery = Discovery(sources: [slow, fast], clock: clock)
    let answer = try await discovery.artists(like: ArtistReference("X"))
    #expect(answer.found.map(\.artist.name) == ["B", "A", "C"])
    #expect(answer.found.first?.services.map(\.rawValue) == ["slow", "fast"])
    #expect(answer.answered.map(\.rawValue) == ["slow", "fast"])
  }

  @Test func `leaves out the artist that was asked about`() async throws {
    let discovery = Discovery(sources: [world("w", ["x", "The X", "Y"])], clock: clock)
    let found = try await discovery.artists(like: ArtistReference("X")).found
    #expect(found.map(\.artist.name) == ["Y"])
  }

  @Test func `a recording that two have is one, from the preferred`() async throws {
    func source(_ name: String, _ id: String) -> InventedWorld {
      InventedWorld(name, likes: { _ in [] }, songs: { _ in [id] }) {
        WorldTrack($0, by: $1, isrc: "USXX12100001")
      }
    }
    let discovery = Discovery(sources: [source("one", "a"), source("two", "b")], clock: clock)
    let found = try await discovery.tracks(by: ArtistReference("X")).found
    #expect(found.map(\.track.id) == ["a"])
    #expect(found.first?.reason.services == ["one", "two"])
  }

  @Test func `a failure costs only the one that fails, doubles its rest, and is forgotten`()
    async throws
  {
    let broken = world("broken", ["A"])
    broken.fail(CatalogError(.serverError, "No."))
    let discovery = Discovery(sources: [broken, world("whole", ["B"])], clock: clock)
    func rest() async throws -> Duration? {
      try await discovery.artists(like: ArtistReference("X")).failures.first?.retryAfter
    }
    #expect(try await rest() == .seconds(5))
    clock.advance(by: .seconds(4))
    #expect(try await rest() == .seconds(1))
    #expect(broken.questions.elements.count == 1)
    clock.advance(by: .seconds(1))
    #expect(try await rest() == .seconds(10))
    clock.advance(by: .seconds(10))
    broken.fail(nil)
    #expect(try await rest() == nil)
    broken.fail(CatalogError(.serverError, "No."))
    #expect(try await rest() == .seconds(5))
  }

  @Test(arguments: [
    (CatalogError(.rateLimited, "", retryAfter: .seconds(90)), Duration.seconds(90)),
    (CatalogError(.rateLimited, "", retryAfter: .seconds(1 << 40)), .seconds(3_600)),
    (CatalogError(.rateLimited, ""), .seconds(5)),
    (CatalogError(.unauthorized, ""), .seconds(600)),
  ]) func `rests as long as it makes sense`(error: CatalogError, rest: Duration) async throws {
    let broken = world("broken", [])
    broken.fail(error)
    let discovery = Discovery(sources: [broken], clock: clock)
    let answer = try await discovery.artists(like: ArtistReference("X"))
    #expect(answer.failures.map(\.retryAfter) == [rest])
    #expect(answer.isUnanswered)
  }

  @Test func `cancellation is no failure of a service`() async throws {
    let held = world("held", ["A"])
    held.hold { [clock] in try await clock.sleep(for: .seconds(100)) }
    let discovery = Discovery(sources: [held], clock: clock)
    let task = Task { try await discovery.artists(like: ArtistReference("X")) }
    try await eventually("it is asked") { !held.questions.elements.isEmpty }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    held.hold(nil)
    #expect(try await discovery.artists(like: ArtistReference("X")).failures.isEmpty)
  }
}
