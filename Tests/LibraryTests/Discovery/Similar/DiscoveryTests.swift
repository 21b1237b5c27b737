import PlayerKit
import PlayerKitDiscovery
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite(.tags(.local)) struct DiscoveryTests {
  private let clock = ManualClock()

  private func world(_ name: String, _ likes: [String]) -> InventedWorld {
    InventedWorld(name, likes: { _ in likes })
  }

  @Test("merges answers in the order of the sources, whichever answers first")
  func putsAnswersTogether() async throws {
    let slow = world("slow", ["A", "B"])
    let fast = world("fast", ["C", "B"])
    slow.hold { [fast] in
      try await fast.questions.wait(for: "the other one was asked") { !$0.isEmpty }
    }
    let discovery = Discovery(sources: [slow, fast], clock: clock)
    let answer = try await discovery.artists(like: ArtistReference("X"))
    #expect(answer.found.map(\.artist.name) == ["B", "A", "C"])
    #expect(answer.found.first?.services.map(\.rawValue) == ["slow", "fast"])
    #expect(answer.answered.map(\.rawValue) == ["slow", "fast"])
  }

  @Test("leaves out the artist of the question")
  func leavesOutArtist() async throws {
    let discovery = Discovery(sources: [world("w", ["x", "The X", "Y"])], clock: clock)
    let found = try await discovery.artists(like: ArtistReference("X")).found
    #expect(found.map(\.artist.name) == ["Y"])
  }

  @Test("a recording that two services have is one, from the preferred service")
  func recordingTwoOne() async throws {
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

  @Test("a failure affects only its service, doubles its pause, and is forgotten after a success")
  func failureCostsOnly() async throws {
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

  @Test(
    "pauses for a sensible time",
    arguments: [
      (CatalogError(.rateLimited, "", retryAfter: .seconds(90)), Duration.seconds(90)),
      (CatalogError(.rateLimited, "", retryAfter: .seconds(1 << 40)), .seconds(3_600)),
      (CatalogError(.rateLimited, ""), .seconds(5)),
      (CatalogError(.unauthorized, ""), .seconds(600)),
    ]
  )
  func restsLongMakes(error: CatalogError, rest: Duration) async throws {
    let broken = world("broken", [])
    broken.fail(error)
    let discovery = Discovery(sources: [broken], clock: clock)
    let answer = try await discovery.artists(like: ArtistReference("X"))
    #expect(answer.failures.map(\.retryAfter) == [rest])
    #expect(answer.isUnanswered)
  }

  @Test("a cancellation does not count as a failure of a service")
  func cancellationNoFailure() async throws {
    let held = world("held", ["A"])
    held.hold { [clock] in try await clock.sleep(for: .seconds(100)) }
    let discovery = Discovery(sources: [held], clock: clock)
    let task = Task { try await discovery.artists(like: ArtistReference("X")) }
    try await held.questions.wait(for: "it is asked") { !$0.isEmpty }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    held.hold(nil)
    #expect(try await discovery.artists(like: ArtistReference("X")).failures.isEmpty)
  }
}
