import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitDiscovery

@Suite(.tags(.local)) struct RadioSourceTests {
  private static let refused = CatalogError(
    .rateLimited,
    "Too many requests.",
    httpStatus: 429,
    retryAfter: .seconds(180)
  )

  @Test("continues by its rules, each track with a reason")
  func playsRulesEach() async throws {
    let items = try await RadioSource.of(.wide()).tracks(150)
    #expect(faults(of: items.map(\.track), rules: RadioRules()) == [])
    let reasons = items.compactMap(\.discoveryReason)
    #expect(reasons.count == 150)
    #expect(reasons.allSatisfy { $0.services == ["world"] && !$0.description.isEmpty })
    let first = try #require(reasons.first { $0.kind == .similarArtist })
    #expect(first.description == "\(first.artist ?? "") is like \(first.subject ?? "") (world)")
  }

  @Test("equal seeds give the same sequence, different seeds another")
  func equalSeedsGive() async throws {
    func ids(_ chance: UInt64) async throws -> [String] {
      try await RadioSource.of(.wide(), chance: chance).tracks(100).map(\.track.id)
    }
    let first = try await ids(1)
    #expect(try await ids(1) == first)
    #expect(try await ids(2) != first)
  }

  @Test("the reason survives JSON, and a missing one stays missing")
  func reasonComesThrough() {
    let reason = DiscoveryReason(
      .similarArtist,
      subject: "\"A\" / é",
      artist: "B",
      services: ["deezer", "apple"],
      note: "n"
    )
    let item = QueueItem(WorldTrack("t", by: "B"), because: reason)
    #expect(item.discoveryReason == reason)
    #expect(QueueItem(WorldTrack("t", by: "B")).discoveryReason == nil)
    let odd = QueueItem(WorldTrack("t", by: "B"), userInfo: [QueueItem.discoveryReasonKey: "{"])
    #expect(odd.discoveryReason == nil)
  }

  @Test("uses its reserve while a service refuses for minutes, and does not ask it again")
  func livesReserveWhile() async throws {
    let world = InventedWorld.wide()
    let clock = ManualClock()
    let radio = RadioSource.of(world, clock: clock)
    _ = try await radio.start()
    world.fail(Self.refused)
    let asked = world.questions.elements.count
    let items = try await radio.tracks(35)
    #expect(faults(of: items.map(\.track), rules: RadioRules()) == [])
    #expect(world.questions.elements.count == asked + 1)
    clock.advance(by: .seconds(179))
    _ = try await radio.start()
    #expect(world.questions.elements.count == asked + 1)
    world.fail(nil)
    clock.advance(by: .seconds(2))
    _ = try await radio.start()
    #expect(world.questions.elements.count > asked + 1)
  }

  @Test("one failing service does not stop another")
  func oneServiceFails() async throws {
    let broken = InventedWorld.wide()
    broken.fail(CatalogError(.serverError, "Out of order.", httpStatus: 500))
    let whole = InventedWorld("whole", likes: { _ in (0..<20).map { "b\($0)" } })
    let items = try await RadioSource.of(broken, whole).tracks(60)
    #expect(items.allSatisfy { $0.discoveryReason?.services == ["whole"] })
    #expect(broken.questions.elements.count == 1)
  }

  @Test("if all services fail, the error names the service and the time, and the radio recovers")
  func allFailSays() async throws {
    let world = InventedWorld.wide()
    world.fail(Self.refused)
    let clock = ManualClock()
    let radio = RadioSource.of(world, clock: clock)
    let error = try #require(await #expect(throws: RadioError.self) { try await radio.start() })
    #expect(error.code == .unavailable)
    #expect(error.failures.map(\.service.rawValue) == ["world"])
    #expect(error.retryAfter == .seconds(180))
    #expect(error.description.contains("world: Too many requests."))
    world.fail(nil)
    clock.advance(by: .seconds(180))
    #expect(try await !radio.start().isEmpty)
  }

  @Test("an artist without songs and similar artists gives a typed error")
  func artistWithoutSongs() async throws {
    let radio = RadioSource.of(InventedWorld(likes: { _ in [] }, songs: { _ in [] }))
    let error = await #expect(throws: RadioError.self) { try await radio.start() }
    #expect(error?.code == .nothingFound)
    #expect(error?.retryAfter == nil)
  }

  @Test("no service gives a typed error")
  func noServiceGives() async throws {
    let radio = RadioSource(seed: .genre("rock"), discovery: Discovery(sources: []))
    #expect(
      await #expect(throws: RadioError.self) { try await radio.start() }?.code == .nothingFound
    )
  }

  @Test("a service that always has the same five tracks gives five, and a typed error")
  func serviceSameFive() async throws {
    let world = InventedWorld(
      likes: { _ in (0..<5).map { "a\($0)" } },
      songs: { $0.isEmpty ? [] : ["the song of \($0)"] }
    )
    let radio = RadioSource.of(world)
    #expect(try await radio.tracks(5).count == 5)
    for _ in 0..<20 {
      #expect(
        await #expect(throws: RadioError.self) { try await radio.start() }?.code == .exhausted
      )
    }
    #expect(world.questions.elements.count <= 11)
  }

  @Test("a circle of similar artists is asked about once")
  func circleLikesAsked() async throws {
    let world = InventedWorld(likes: { ["a0": ["b"], "b": ["c"], "c": ["a0"]][$0] ?? [] })
    var rules = RadioRules()
    rules.distance = 15
    rules.artistWindow = 3
    let items = try await RadioSource.of(world, rules: rules).tracks(200)
    #expect(faults(of: items.map(\.track), rules: rules) == [])
    #expect(world.questions.elements.sorted() == Set(world.questions.elements).sorted())
    #expect(world.questions.elements.count == 7)
  }

  @Test("a service that does not answer delays only until its timeout")
  func serviceNotAnswer() async throws {
    let world = InventedWorld.wide()
    let clock = ManualClock()
    world.hold { try await clock.sleep(for: .seconds(3_600)) }
    let radio = RadioSource.of(world, clock: clock)
    async let items = radio.start()
    try await world.questions.wait(for: "it is asked") { !$0.isEmpty }
    try await eventually("it is bounded") { clock.nextDeadline != nil }
    clock.advance(by: .seconds(8))
    do {
      _ = try await items
      Issue.record("there is nothing to play")
    } catch let error as RadioError {
      #expect(error.code == .unavailable)
      #expect((error.failures.first?.error as? CatalogError)?.code == .timedOut)
    }
  }

  @Test("a cancelled question loses nothing, and the next one is answered")
  func questionCancelledLoses() async throws {
    let world = InventedWorld.wide()
    let clock = ManualClock()
    let radio = RadioSource.of(world, clock: clock)
    world.hold { try await clock.sleep(for: .seconds(3_600)) }
    let task = Task { try await radio.start() }
    try await world.questions.wait(for: "it is asked") { !$0.isEmpty }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    world.hold(nil)
    #expect(try await !radio.start().isEmpty)
    // The first question is asked again, since it was not answered.
    #expect(world.questions.elements.prefix(2) == ["mix a0", "mix a0"])
  }

  @Test("concurrent calls wait for each other")
  func callsSameTime() async throws {
    let radio = RadioSource.of(.wide())
    async let one = radio.start()
    async let two = radio.start()
    let ids = try await (one + two).map(\.track.id)
    #expect(Set(ids).count == 10)
  }

  @Test("many plays ask a bounded number of questions and hold a bounded number of tracks")
  func manyPlaysAsk() async throws {
    let world = InventedWorld.wide(80, songs: 4)
    var rules = RadioRules()
    rules.distance = 100
    rules.batch = 50
    let items = try await RadioSource.of(world, rules: rules).tracks(3_000)
    #expect(faults(of: items.map(\.track), rules: rules) == [])
    #expect(world.questions.elements.count <= 161)
  }

  @Test("tracks that no player can play are left out")
  func noPlayerPlays() async throws {
    var settings = Discovery.Settings()
    settings.playerTypes = [.sameRecording]
    let discovery = Discovery(sources: [InventedWorld.wide()], settings: settings)
    let radio = RadioSource(seed: .artist(ArtistReference("a0")), discovery: discovery)
    #expect(
      await #expect(throws: RadioError.self) { try await radio.start() }?.code == .nothingFound
    )
  }

  @Test("services learn only artists of a history, and only if it is the seed")
  func historyTellsServices() async throws {
    let world = InventedWorld.wide()
    let heard = [TrackMetadata(title: "secret", artist: "a30")]
    _ = try await RadioSource.of(world, seed: .history(heard)).start()
    #expect(world.questions.elements.contains("by a30"))
    #expect(!world.questions.elements.contains { $0.contains("secret") })
  }

  @Test(
    "each seed asks its own question first",
    arguments: [
      (RadioSeed.genre("a3"), "genre a3"),
      (RadioSeed.track(TrackMetadata(title: "t", artist: "a3")), "track t"),
      (RadioSeed.recommendations, "recommendations"),
    ]
  )
  func eachSeedAsks(seed: RadioSeed, question: String) async throws {
    let world = InventedWorld.wide()
    _ = try await RadioSource.of(world, seed: seed).start()
    #expect(world.questions.elements.first == question)
  }
}
