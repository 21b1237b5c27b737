import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// More numbered acceptance scenarios with sound: edits, repeat, and unplayable tracks.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct QueueEditScenarioTests {
    private static let parts = [
      Signal.noise(frames: 30_011, seed: 1), .noise(frames: 20_003, seed: 2),
      .noise(frames: 10_007, seed: 3),
    ]

    private func entries(_ show: Show) -> [EntryID] { show.queue.entries.map(\.id) }

    @Test("A move of another entry keeps the sound, and the order is right (scenario 7)")
    func moveAnotherEntryLeaves() async throws {
      let show = try Show(Self.parts, on: .file, startAt: 1)
      show.queue.prepare()
      _ = try await show.wait(for: "pause")
      try show.queue.move(entries(show)[0], to: 2)
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(
        try await show.stage.output() == Self.parts[1].pcm + Self.parts[2].pcm + Self.parts[0].pcm
      )
      #expect(told.filter { $0.hasSuffix(".wav") }.suffix(2) == ["2.wav", "0.wav"])
    }

    @Test("Entries inserted before the current one are not heard, nor disturb it (scenario 8)")
    func entriesInsertedBeforeCurrent() async throws {
      let show = try Show(Array(Self.parts.prefix(2)), on: .file)
      show.queue.prepare()
      _ = try await show.wait(for: "pause")
      let path = try show.stage.sandbox.write(Self.parts[2].wav, to: "inserted.wav")
      try show.queue.insert([URLTrack(path: path)], at: 0)
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(try await show.stage.output() == Self.parts[0].pcm + Self.parts[1].pcm)
      #expect(told.filter { $0.hasSuffix(".wav") } == ["0.wav", "1.wav"])
    }

    @Test("If the current entry is removed, its successor plays from its beginning (scenario 9)")
    func currentEntryRemovedSuccessor() async throws {
      let show = try Show(Array(Self.parts.prefix(2)), on: .file)
      show.queue.prepare()
      _ = try await show.wait(for: "pause")
      try show.queue.remove([entries(show)[0]])
      show.queue.play()
      _ = try await show.wait(for: "ended")
      #expect(try await show.stage.output() == Self.parts[1].pcm)
    }

    @Test("Under repeat-one the natural end repeats without a gap, and next moves on (scenario 16)")
    func underRepeatOneNatural() async throws {
      let show = try Show(
        [.noise(frames: 22_050, seed: 1), .noise(frames: 11_025, seed: 2)],
        on: .driven
      )
      show.queue.repeatMode = .one
      show.queue.play()
      _ = try await show.wait(for: "a repeat") {
        $0.count { $0 == "0.wav" } >= 2
      }
      show.queue.next()
      show.queue.repeatMode = .off
      let told = try await show.wait(for: "ended")
      #expect(told.last { $0.hasSuffix(".wav") } == "1.wav")
      #expect(!told.contains("pause"))
      await show.stage.close()
    }

    @Test("A broken next entry fails when reached, and the one before is heard whole (scenario 18)")
    func brokenNextEntryFails() async throws {
      let stage = try Stage(.file)
      let good = URLTrack(path: try stage.file(Self.parts[0], 0))
      let bad = URLTrack(path: try stage.sandbox.write(Data("no".utf8), to: "bad.wav"))
      let show = try Show(stage, [good, bad])
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(try await stage.output() == Self.parts[0].pcm)
      let order = told.filter { $0.hasPrefix("failed") || $0.hasSuffix(".wav") }
      #expect(order.first == "0.wav")
      #expect(told.count { $0.hasPrefix("failed bad.wav") } == 1)
    }

    @Test("If one player refuses, the next type of the track plays (scenario 27)")
    func whereOnePlayerRefuses() async throws {
      let full = PlayerType(rawValue: "full")
      let stage = try Stage(.file)
      let refusing = FakePlayer(playerType: full, clock: SystemPlaybackClock()) { _ in
        .failing(.notEntitled)
      }
      let path = try stage.file(Self.parts[1], 1)
      let show = try Show(
        stage,
        [TwoWayTrack(path: path, types: [full, .url])],
        players: [refusing]
      )
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(told.contains { $0.hasPrefix("failed") && $0.hasSuffix("alternative") })
      #expect(try await stage.output() == Self.parts[1].pcm)
    }
  }
}

/// A track for two players. One of them plays a file.
struct TwoWayTrack: URLPlayable {
  let path: String
  let types: [PlayerType]
  var id: String { path }
  var metadata: TrackMetadata { TrackMetadata(title: "two ways") }
  var playerTypes: [PlayerType] { types }

  func mediaSource() throws(PlayerError) -> MediaSource {
    MediaSource(.file(path: path))
  }
}
