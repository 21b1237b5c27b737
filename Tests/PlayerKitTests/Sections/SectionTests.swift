import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Sections", .tags(.pure))
struct SectionTests {
  @Test("A playlist begins with its first track and ends when the next one begins")
  func row() async throws {
    let sections = try SectionFixture(["x1", "x2", "y1"])
    sections.fixture.begin()
    sections.fixture.advance(.seconds(181))
    #expect(
      await sections.told().filter { !$0.hasPrefix("will") } == [
        "x1", "begins x", "x2", "y1", "ends x auto", "begins y", "ends y auto", "ended",
      ]
    )
    #expect(sections.queue.status.section == nil)
  }

  @Test("Tracks between two playlists belong to no section")
  func between() async throws {
    let sections = try SectionFixture(["x1", "1", "y1"])
    sections.queue.next()
    #expect(await sections.sections() == ["begins x", "ends x userSelected"])
    sections.queue.next()
    #expect(await sections.sections().last == "begins y")
    #expect(sections.queue.status.section?.id == "y")
  }

  @Test("After its end the queue begins the last playlist again")
  func again() async throws {
    let sections = try SectionFixture(["x1"])
    sections.fixture.begin()
    sections.fixture.advance(.seconds(61))
    sections.queue.play()
    #expect(await sections.sections() == ["begins x", "ends x auto", "begins x"])
  }

  @Test("Each lap of repeat-all ends the playlist and begins it again")
  func laps() async throws {
    let sections = try SectionFixture(["x1", "x2"])
    sections.queue.repeatMode = .all
    sections.fixture.begin()
    sections.fixture.advance(.seconds(121))
    #expect(await sections.sections() == ["begins x", "ends x auto", "begins x"])
  }

  @Test("Repeating one track neither ends nor begins its playlist")
  func repeatOne() async throws {
    let sections = try SectionFixture(["x1", "y1"])
    sections.queue.repeatMode = .one
    sections.fixture.begin()
    sections.fixture.advance(.seconds(190))
    #expect(await sections.sections() == ["begins x"])
  }

  @Test("Under shuffle a playlist begins and ends with each of its runs of tracks")
  func shuffled() async throws {
    let sections = try SectionFixture(["x1", "x2", "x3", "x4", "x5", "y1", "y2", "y3", "y4", "y5"])
    sections.queue.isShuffled = true
    sections.fixture.begin()
    sections.fixture.advance(.seconds(601))
    let order = sections.queue.entries.playOrder.compactMap {
      sections.queue.entries[$0]?.section?.id
    }
    var expected: [String] = []
    for (index, id) in order.enumerated() where index == 0 || order[index - 1] != id {
      if index > 0 { expected.append("ends \(order[index - 1]) auto") }
      expected.append("begins \(id)")
    }
    expected.append("ends \(order[9]) auto")
    #expect(await sections.sections() == expected)
    #expect(expected.count > 4)
  }

  @Test("A playlist whose only track fails begins and ends, with the failure as the reason")
  func failing() async throws {
    let sections = try SectionFixture(["x1", "y1", "z1"])
    sections.fixture.script("y1", .failing(.notFound))
    sections.fixture.begin()
    sections.fixture.advance(.seconds(61))
    #expect(
      await sections.sections() == [
        "begins x", "ends x auto", "begins y", "ends y skippedAfterError", "begins z",
      ]
    )
  }

  @Test("Emptying or replacing the queue ends the playlist")
  func replaced() async throws {
    let sections = try SectionFixture(["x1"])
    try sections.queue.set(sections.items(["y1"]))
    sections.queue.removeAll()
    #expect(
      await sections.sections() == [
        "begins x", "ends x queueChanged", "begins y", "ends y queueChanged",
      ]
    )
  }

  @Test("A playlist only shown after a removal does not begin")
  func shown() async throws {
    let sections = try SectionFixture(["x1", "y1"], startAt: 1)
    sections.fixture.begin()
    try sections.queue.remove([sections.fixture.entry("y1")])
    #expect(await sections.sections() == ["begins y", "ends y queueChanged"])
  }
}
