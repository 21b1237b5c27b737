import PlayerKit
import PlayerKitMedia
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRemote

/// A service that answers for song 1, and never for another one.
private struct SlowService: SearchableService, PlayableService {
  static let name = FakeService.name
  static let links = FakeService.links
  static let storableTracks: [any StorableTrack.Type] = []

  let service = FakeService()
  /// How many songs were requested.
  let asked = Locked(0)

  var catalog: any SearchableCatalog { service.catalog }

  func tracks(of link: MusicLink) async throws -> [any Track] {
    asked.withLock { $0 += 1 }
    if link.id != "1" { _ = try await Promise<Bool>().value() }
    return [FakeTrack(link.id)]
  }

  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] { [] }
}

@Suite("Requests to several services", .tags(.local))
struct ServiceAnswersTests {
  private let clock = ManualClock()

  private let first = Promise<[String]>()
  private let second = Promise<[String]>()

  /// Asks both services, and waits until both calls wait.
  private func ask() async throws -> Task<[Result<[String], any Error>], Never> {
    let answers = ServiceAnswers(clock: clock)
    let task = Task { [first, second] in
      await answers.answers(of: [first, second]) { try await $0.value() }
    }
    try await due(at: 8)
    return task
  }

  private func due(at seconds: Int) async throws {
    try await eventually("something waits until \(seconds) s") {
      clock.nextDeadline == MonotonicInstant(sinceOrigin: .seconds(seconds))
    }
  }

  private func isLate(_ answer: Result<[String], any Error>) -> Bool {
    guard case .failure(let error as CatalogError) = answer else { return false }
    return error.code == .timedOut
  }

  @Test("a late service has three seconds after another one has answered")
  func grace() async throws {
    let task = try await ask()
    second.finish(.success(["early"]))
    try await due(at: 3)
    clock.advance(by: .seconds(3))
    let answers = await task.value
    #expect(isLate(answers[0]))
    #expect(try answers[1].get() == ["early"])
  }

  @Test("answers within the three seconds count, in the order of the services")
  func order() async throws {
    let task = try await ask()
    second.finish(.success(["early"]))
    try await due(at: 3)
    clock.advance(by: .seconds(1))
    first.finish(.success(["late"]))
    #expect(try await task.value.map { try $0.get() } == [["late"], ["early"]])
  }

  @Test("found songs are added without those whose lookup takes too long")
  func slowLookups() async throws {
    let service = SlowService()
    let context = RemoteContext(
      queue: QueuePlayer(players: []),
      services: MusicServices([service]),
      artwork: ArtworkLoader()
    )
    let library = MPDLibrary(context, answers: ServiceAnswers(clock: clock))
    let found = ["1", "2"].compactMap { id in
      MPDLibrary.found(
        CatalogEntry(MusicLink(service: .fake, kind: .song, id: id), item: id, title: id)
      )
    }
    let task = Task { try await library.items(found) }
    try await due(at: 8)
    try await eventually("both songs are requested") { service.asked.withLock { $0 } == 2 }
    clock.advance(by: .seconds(8))
    #expect(try await task.value.map(\.track.id) == ["1"])
  }

  @Test("a service that fails does not shorten the others' time")
  func failure() async throws {
    let task = try await ask()
    second.finish(.failure(CatalogError(.notFound, "There is none.")))
    // A handled failure is not observable.
    for _ in 0..<1_000 { await Task.yield() }
    clock.advance(by: .seconds(7))
    first.finish(.success(["late"]))
    let answers = await task.value
    #expect(try answers[0].get() == ["late"])
    #expect(!isLate(answers[1]))
  }

  @Test("after eight seconds no service is waited for")
  func endsAfterTimeout() async throws {
    let task = try await ask()
    clock.advance(by: .seconds(8))
    #expect(await task.value.map(isLate) == [true, true])
  }
}
