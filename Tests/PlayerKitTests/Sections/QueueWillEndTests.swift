import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The approaching end of a queue", .tags(.pure))
struct QueueWillEndTests {
  @Test("is reported once, when as many entries are left as the app asked for")
  func once() async throws {
    let sections = try SectionFixture(["1", "2", "3", "4"]) { $0.endLookAhead = 1 }
    sections.fixture.begin()
    #expect(await sections.ends() == [])
    sections.fixture.advance(.seconds(121))
    #expect(await sections.ends() == ["will end 1"])
    sections.fixture.advance(.seconds(121))
    #expect(await sections.ends() == ["will end 1"])
  }

  @Test("is not reported before something is loaded")
  func idle() async throws {
    let sections = try SectionFixture(["1"])
    #expect(await sections.ends() == [])
    sections.queue.play()
    #expect(await sections.ends() == ["will end 0"])
  }

  @Test("is reported again after more entries were added")
  func again() async throws {
    let sections = try SectionFixture(["1", "2"]) { $0.endLookAhead = 1 }
    sections.fixture.begin()
    _ = sections.queue.append(sections.items(["3", "4"]))
    sections.queue.next()
    #expect(await sections.ends() == ["will end 1"])
    sections.queue.next()
    #expect(await sections.ends() == ["will end 1", "will end 1"])
    sections.queue.previous()
    sections.queue.next()
    #expect(await sections.ends().count == 3)
  }

  @Test("is reported again for a queue that replaces the one it was reported for")
  func replaced() async throws {
    let sections = try SectionFixture(["1"])
    sections.fixture.begin()
    try sections.queue.set(sections.items(["2", "3"]))
    #expect(await sections.ends() == ["will end 0", "will end 1"])
  }

  @Test("follows the play order under shuffle")
  func shuffled() async throws {
    let sections = try SectionFixture(["1", "2", "3", "4", "5"], startAt: 4) {
      $0.endLookAhead = 0
    }
    sections.queue.isShuffled = true
    sections.fixture.begin()
    #expect(await sections.ends() == [])
    sections.fixture.advance(.seconds(241))
    #expect(await sections.ends() == ["will end 0"])
  }

  @Test("is not reported while all repeats, but when repeating is turned off")
  func repeating() async throws {
    let sections = try SectionFixture(["1"])
    sections.queue.repeatMode = .all
    sections.fixture.begin()
    sections.fixture.advance(.seconds(130))
    #expect(await sections.ends() == [])
    sections.queue.repeatMode = .off
    #expect(await sections.ends() == ["will end 0"])
  }

  @Test("is reported at once when the look-ahead exceeds the entries that are left")
  func lookAhead() async throws {
    let sections = try SectionFixture(["1", "2", "3"]) { $0.endLookAhead = 0 }
    sections.fixture.begin()
    sections.queue.endLookAhead = 5
    #expect(await sections.ends() == ["will end 2"])
    sections.queue.endLookAhead = -3
    #expect(sections.queue.endLookAhead == 0)
  }
}
