import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import Testing

extension EngineTests {
  /// More acceptance scenarios with sound, by their numbers: edits, repeat, and what can't be played.
  @Suite(.timeLimit(.minutes(1)))
  struct QueueEditScenarioTests {
    private static let parts = [
      Signal.noise(frames: 30_011, seed: 1), .noise(frames: 20_003, seed: 2),
      .noise(frames: 10_007, seed: 3),
    ]

    private func entries(_ show: Show) -> [EntryID] { show.queue.entries.map(\.id) }

    @Test func `7 a move of another entry leaves the current one sounding, and order is kept`()
      async throws
    {
      let show = try Show(Self.parts, isRealTime: false, startAt: 1)
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

    @Test func `8 entries inserted before the current one are not heard, nor is it disturbed`()
      async throws
    {
      let show = try Show(Array(Self.parts.prefix(2)), isRealTime: false)
      show.queue.prepare()
      _ = try await show.wait(for: "pause")
      let path = try show.stage.sandbox.write(Self.parts[2].wav, to: "inserted.wav")
      try show.queue.insert([URLTrack(path: path)], at: 0)
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(try await show.stage.output() == Self.parts[0].pcm + Self.parts[1].pcm)
      #expect(told.filter { $0.hasSuffix(".wav") } == ["0.wav", "1.wav"])
    }

    @Test func `9 the current entry removed, its successor sounds from its beginning`()
      async throws
    {
      let show = try Show(Array(Self.parts.prefix(2)), isRealTime: false)
      show.queue.prepare()
      _ = try await show.wait(for: "pause")
      try show.queue.remove([entries(show)[0]])
      show.queue.play()
      _ = try await show.wait(for: "ended")
      #expect(try await show.stage.output() == Self.parts[1].pcm)
    }

    @Test func `16 under repeat-one the natural end repeats without a gap, and next moves on`()
      async throws
    {
      let show = try Show(
        [.noise(frames: 22_050, seed: 1), .noise(frames: 11_025, seed: 2)],
        isRealTime: true
      )
      show.queue.repeatMode = .one
      show.queue.play()
      _ = try await show.words.wait(for: "a repeat") {
        $0.count { $0 == "0.wav" } >= 2
      }
      show.queue.next()
      show.queue.repeatMode = .off
      let told = try await show.wait(for: "ended")
      #expect(told.last { $0.hasSuffix(".wav") } == "1.wav")
      #expect(!told.contains("pause"))
      await show.stage.engine.close()
    }

    @Test func `18 a broken next entry fails on arrival, and the one before is heard whole`()
      async throws
    {
      let stage = try Stage(isRealTime: false)
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

    @Test func `27 where one player refuses, the next type of the track sounds`() async throws {
      let full = PlayerType(rawValue: "full")
      let stage = try Stage(isRealTime: false)
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

/// A track for two players, of which one plays a file.
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
