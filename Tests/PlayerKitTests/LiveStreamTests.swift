import PlayerKit
import PlayerKitTesting
import Testing

@Suite("A live stream in a queue")
struct LiveStreamTests {
  private func make() throws -> QueueFixture {
    let fixture = try QueueFixture(["live", "b"])
    var media = FakeMedia(duration: nil)
    media.isSeekable = false
    media.announcements = [
      .init(at: .zero, StreamMetadata(name: "Radio")),
      .init(at: .seconds(10), StreamMetadata(title: "One", name: "Radio")),
      .init(at: .seconds(20), StreamMetadata(title: "One", name: "Radio")),
      .init(at: .seconds(30), StreamMetadata(title: "Two", name: "Radio")),
    ]
    fixture.script("live", media)
    fixture.begin()
    return fixture
  }

  @Test("tells its titles when they are heard, and each once")
  func titles() async throws {
    let fixture = try make()
    #expect(fixture.queue.status.streamMetadata == StreamMetadata(name: "Radio"))
    fixture.advance(.seconds(10) - .milliseconds(1))
    #expect(fixture.queue.status.streamMetadata?.title == nil)
    fixture.advance(.milliseconds(1))
    #expect(fixture.queue.status.streamMetadata?.title == "One")
    fixture.advance(.seconds(25))
    fixture.queue.next()
    #expect(
      await fixture.told().filter { $0.hasPrefix("metadata") } == [
        "metadata none", "metadata One", "metadata Two", "metadata none",
      ]
    )
    #expect(fixture.queue.status.streamMetadata == nil)
  }

  @Test("has no length, and nothing is opened ahead to follow it")
  func noPrefetch() throws {
    let fixture = try make()
    fixture.advance(.seconds(7200))
    #expect(fixture.queue.status.isLive)
    #expect(fixture.queue.status.duration == nil)
    #expect(fixture.queue.position == .seconds(7200))
    #expect(fixture.engine.openedSources == ["live"])
  }

  @Test("is followed when it ends after all, and by next")
  func follows() throws {
    let fixture = try make()
    fixture.advance(.seconds(30))
    let load = try #require(fixture.engine.soundingLoad)
    fixture.engine.inject(.ended(followedBy: nil), for: load)
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
  }

  @Test("of which the length becomes known is a track like others")
  func lengthFound() throws {
    let fixture = try make()
    let load = try #require(fixture.engine.soundingLoad)
    fixture.engine.inject(.duration(.seconds(60)), for: load)
    #expect(!fixture.queue.status.isLive)
    #expect(fixture.engine.openedSources == ["live", "b"])
  }
}
