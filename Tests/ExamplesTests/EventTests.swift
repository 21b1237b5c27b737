import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The events of --json", .tags(.local), .timeLimit(.minutes(3)))
struct EventTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("a.wav", frames: 0..<22_050)
    try scratch.writeWAV("b.wav", frames: 0..<22_050)
  }

  @Test("form one consistent story from the first track to the end")
  func story() async throws {
    let run = try await play(["--position-interval", "0.1", "a.wav", "b.wav"])
    let events = try run.events()
    #expect(events.allSatisfy { ToolEvent.known.contains($0.event) })
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.t <= $1.t })
    #expect(events.first?.event == "track")
    #expect(events.last?.event == "ended")
    let tracks = try run.events("track")
    #expect(tracks.map(\.index) == [0, 1])
    #expect(tracks.map(\.reason) == ["userSelected", "auto"])
    #expect(tracks.map(\.playerType) == ["url", "url"])
    #expect(tracks.map(\.title) == ["a.wav", "b.wav"])
    #expect(Set(tracks.compactMap(\.entry)).count == 2)
  }

  @Test("connect each state to the one before")
  func states() async throws {
    let states = try await play(["a.wav", "b.wav"]).events("state")
    #expect(states.first?.from == "init")
    #expect(states.last?.state == "init")
    #expect(zip(states, states.dropFirst()).allSatisfy { $0.state == $1.from })
  }

  @Test("report the position at the requested interval, with the duration")
  func positions() async throws {
    let run = try await play(["--position-interval", "0.1", "--rate", "0.5", "a.wav"])
    let positions = try run.events("position")
    #expect(positions.count >= 3)
    #expect(positions.allSatisfy { $0.duration == 0.5 })
    #expect(
      zip(positions, positions.dropFirst()).allSatisfy { ($0.position ?? 0) <= ($1.position ?? 0) }
    )
  }

  @Test("never mention the entries before the start entry")
  func startAt() async throws {
    let run = try await play(["--start-at", "1", "--position", "0.25", "a.wav", "b.wav"])
    #expect(try run.events("track").map(\.index) == [1])
    #expect(try run.events("position").allSatisfy { ($0.position ?? 0) >= 0.25 })
  }

  @Test("name every entry once under shuffle, in an equal order for equal seeds")
  func shuffle() async throws {
    let items = (0..<6).map { "\($0).wav" }
    for item in items { try scratch.writeWAV(item, frames: 0..<2_000) }
    let options = ["--shuffle", "--seed", "4", "--output", "pcm:o.pcm"]
    let first = try await play(options + items).events("track").map(\.id)
    let second = try await play(options + items).events("track").map(\.id)
    #expect(first == second)
    #expect(first != items)
    #expect(Set(first) == Set(items))
    #expect(first.count == items.count)
  }

  @Test("report a file's metadata, and its chapters and lines when they are heard")
  func found() async throws {
    let run = try await play([Fixture.path("Tags/id3v24.mp3")])
    let metadata = try #require(try run.events("metadata").first)
    #expect(metadata.title == "Früh am Morgen – 朝")
    #expect(metadata.artist == "Ada Example, Ben Beispiel")
    #expect(metadata.album == "The Album")
    #expect(metadata.artwork == true)
    let track = try #require(try run.events("track").first)
    #expect(metadata.entry == track.entry)
    let chapters = try run.events("chapter")
    #expect(chapters.map(\.index) == [0, 1, 2])
    #expect(chapters.map(\.title) == ["Intro", "Middle ✓", "End"])
    #expect(chapters.map(\.start) == [0, 1, 2.5])
    let lines = try run.events("lyric")
    #expect(lines.map(\.text) == ["First line", "Second line"])
    #expect(lines.map(\.start) == [0.5, 1.5])
    let order = try run.events().map(\.event).filter { ["chapter", "lyric"].contains($0) }
    #expect(order == ["chapter", "lyric", "chapter", "lyric", "chapter"])
  }

  @Test("inspect a server's file once, for its tags and its lyrics")
  func oneLook() async throws {
    let body = try Data(contentsOf: URL(fileURLWithPath: Fixture.path("Tags/id3v24.mp3")))
    let server = try LoopbackServer { .part(body, $0) }
    let run = try await play(["--rate", "4", server.url("/a.mp3").absoluteString])
    #expect(try run.events("metadata").map(\.album) == ["The Album"])
    #expect(try run.events("lyric").last?.text == "Second line")
    let others = try LoopbackServer { .part(body, $0) }
    let info = try await Tool.run(["info", others.url("/a.mp3").absoluteString], in: scratch.url)
    #expect(info.status == 0)
    // Playback makes its own single request.
    #expect(server.requests.count == others.requests.count + 1)
  }

  @Test("end quietly if their reader is gone")
  func nobodyReads() async throws {
    let script = "\"$0\" play --json --output null --position-interval 0.01 a.wav | head -n 1"
    let run = try await Tool.shell(script, in: scratch.url)
    #expect(run.lines.count == 1)
    #expect(run.errors.isEmpty)
  }

  private func play(_ arguments: [String]) async throws -> Tool.Run {
    try await Tool.run(["play", "--json", "--output", "null"] + arguments, in: scratch.url)
  }
}
