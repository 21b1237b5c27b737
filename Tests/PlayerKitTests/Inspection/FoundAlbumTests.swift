import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("Albums found by inspection", .tags(.local))
struct FoundAlbumTests {
  private func make(_ change: (QueuePlayer) -> Void) throws -> InspectionFixture {
    let stage = try InspectionFixture()
    change(stage.queue)
    stage.queue.inspector = stage.inspector
    return stage
  }

  private func next(_ stage: InspectionFixture) -> AlbumContext? {
    stage.fixture.engine.knownLoads.last.flatMap { stage.fixture.engine.albumContext(of: $0) }
  }

  @Test("The engine gets an album context that was known before the preload")
  func knownBeforeHanded() async throws {
    let stage = try make { _ in }
    try await stage.found(2)
    stage.fixture.begin()
    #expect(next(stage)?.continuesPrevious == true)
  }

  @Test("The next track is preloaded again if its album is found and matters")
  func followsHandedOver() async throws {
    let stage = try make { queue in
      queue.crossfade = .seconds(4)
      queue.play()
    }
    stage.inspector.hold()
    try await stage.advance(.milliseconds(100))
    #expect(next(stage) == AlbumContext())
    stage.inspector.releaseAll()
    try await stage.found(3)
    await stage.queue.inspections.current?.value
    try await stage.advance(.milliseconds(100))
    try await eventually("it is preloaded again") {
      next(stage) == AlbumContext(continuesPrevious: true, isContinued: true)
    }
    #expect(stage.fixture.engine.knownLoads.count == 2)
    #expect(stage.fixture.state == .play)
  }

  @Test("The first track of an album is known as one before it begins")
  func firstTrackAlbum() async throws {
    let stage = try InspectionFixture(["x", "a1", "a2"])
    stage.inspector.setFinding(TrackMetadata(artist: "X", album: "X"), for: "x")
    stage.queue.loudness = Loudness(.auto)
    stage.queue.play()
    stage.queue.inspector = stage.inspector
    try await stage.advance(.milliseconds(100))
    #expect(try await stage.found(3) == ["x", "a1", "a2"])
    await stage.queue.inspections.current?.value
    try await stage.advance(.milliseconds(100))
    try await eventually("it is preloaded again") {
      next(stage) == AlbumContext(isContinued: true)
    }
  }

  @Test("Only two entries are inspected if albums do not matter")
  func albumsNotMatter() async throws {
    let stage = try make { _ in }
    try await stage.found(2)
    for _ in 0..<4 { await stage.queue.inspections.current?.value }
    #expect(stage.inspector.inspected.elements == ["a", "b"])
  }

  @Test("Nothing is preloaded again if the album would not be heard")
  func nothingHandedOver() async throws {
    let stage = try make { $0.play() }
    stage.inspector.hold()
    try await stage.advance(.milliseconds(100))
    let before = stage.fixture.engine.knownLoads
    stage.inspector.releaseAll()
    try await stage.found(2)
    await stage.queue.inspections.current?.value
    try await stage.advance(.milliseconds(100))
    #expect(stage.fixture.engine.knownLoads == before)
  }

  @Test("Nothing is preloaded again shortly before its turn")
  func nothingHandedOverAnew() async throws {
    let stage = try make { queue in
      queue.loudness = Loudness(.auto)
      queue.play()
    }
    stage.inspector.hold()
    try await stage.advance(.milliseconds(100))
    let before = stage.fixture.engine.knownLoads
    try await stage.advance(.milliseconds(55_100))
    stage.inspector.releaseAll()
    // The inspection was canceled meanwhile, and is started again.
    try await stage.advance(.milliseconds(1))
    try await stage.found(3)
    await stage.queue.inspections.current?.value
    #expect(stage.fixture.engine.knownLoads == before)
  }
}
