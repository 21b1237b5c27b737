import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Stored findings of the inspection", .tags(.local))
struct PersistedFindingsTests {
  private let store = MemoryQueueStore()

  private func keep(_ found: TrackMetadata) async throws -> (QueuePlayer, StoredEntry?) {
    let stage = try InspectionFixture(["a", "b"])
    stage.inspector.setFinding(found, for: "a")
    stage.inspector.setFinding(TrackMetadata(), for: "b")
    let persister = QueuePersister(of: stage.queue, in: store, clock: stage.fixture.clock)
    persister.start()
    try await persister.flush()
    stage.queue.inspector = stage.inspector
    try await stage.found(1)
    try await persister.close()
    await store.reopen()
    let stored = try await store.restore()
    let other = QueuePlayer()
    try await QueuePersister(of: other, in: store).restore()
    return (other, stored?.entries.first)
  }

  @Test("A finding is stored and restored, and its track is not inspected again")
  func findingWrittenComes() async throws {
    let (queue, stored) = try await keep(InspectionFixture.finding("a", number: 3))
    #expect(stored?.found?.metadata.trackNumber == 3)
    #expect(stored?.found?.lacksPictures == false)
    #expect(queue.status.currentEntry?.metadata.title == "Title a")
    let inspector = FakeInspector()
    queue.inspector = inspector
    try await inspector.inspected.wait(for: "the other") { $0 == ["b"] }
  }

  @Test("A store contains keys of pictures, and no addresses")
  func picturesStoreKeeps() async throws {
    var found = InspectionFixture.finding("a")
    let secret = try #require(URL(string: "https://a.example/cover?token=SECRET"))
    found.artwork = Artwork(secret)
    let key = Artwork(Artwork.Key(source: "file", id: "a"))
    found.chapters = [
      Chapter(start: .zero, artwork: Artwork(secret)), Chapter(start: .seconds(1), artwork: key),
    ]
    let (queue, stored) = try await keep(found)
    let text = String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
    #expect(!text.contains("SECRET"))
    #expect(stored?.found?.metadata.chapters.map(\.artwork) == [nil, key])
    #expect(queue.status.currentEntry?.metadata.title == "Title a")
  }

  @Test(
    "A temporary picture key is dropped on restore, and the track is inspected again",
    arguments: [true, false]
  )
  func temporaryKeys(isOfChapter: Bool) async throws {
    var found = InspectionFixture.finding("a", number: 3)
    let lost = Artwork(Artwork.Key(source: "media", id: "0:key:1", isTemporary: true))
    found.chapters = [Chapter(title: "one", start: .zero, artwork: isOfChapter ? lost : nil)]
    found.artwork = isOfChapter ? nil : lost
    let (queue, stored) = try await keep(found)
    #expect(stored?.found?.lacksPictures == true)
    #expect(stored?.found?.metadata.trackNumber == 3)
    #expect(stored?.found?.metadata.artwork == nil)
    #expect(stored?.found?.metadata.chapters == [Chapter(title: "one", start: .zero)])
    #expect(queue.status.currentEntry?.metadata.title == "Title a")
    // The queue was stored again before any inspection. It still knows that pictures are missing.
    let again = MemoryQueueStore()
    let persister = QueuePersister(of: queue, in: again)
    persister.start()
    try await persister.close()
    await again.reopen()
    #expect(try await again.restore()?.entries.first?.found == stored?.found)
    let inspector = FakeInspector(["a": found])
    queue.inspector = inspector
    try await inspector.inspected.wait(for: "both") { $0 == ["a", "b"] }
    #expect(queue.status.currentEntry?.metadata.chapters == found.chapters)
    #expect(queue.status.currentEntry?.metadata.artwork == found.artwork)
  }
}
