import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// Queue entries that are clips of their tracks.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct QueueClipTests {
    @Test("Two clips of one track and a track play in a row")
    func twoClipsOneTrack() async throws {
      let stage = try Stage(.file)
      let long = Signal.noise(frames: 44_100, seed: 1)
      let other = Signal.noise(frames: 10_007, seed: 2)
      let track = URLTrack(path: try stage.file(long, 0))
      let show = try Show(stage, [])
      let first = try Clip(from: .samples(5_003), to: .samples(20_011))
      let second = try Clip(from: .samples(30_001))
      show.queue.append([
        QueueItem(track, clip: first), QueueItem(track, clip: second),
        QueueItem(URLTrack(path: try stage.file(other, 1))),
      ])
      show.queue.play()
      _ = try await show.wait(for: "ended")
      let expected = long[5_003..<20_011].pcm + long[30_001..<44_100].pcm + other.pcm
      #expect(try await stage.output() == expected)
    }

    @Test("A player that plays only whole tracks is skipped for one that can play clips")
    func playerPlaysOnlyWhole() async throws {
      let full = PlayerType(rawValue: "full")
      let stage = try Stage(.file)
      let signal = Signal.noise(frames: 44_100, seed: 1)
      let whole = FakePlayer(playerType: full, clock: SystemPlaybackClock(), capabilities: .whole)
      let track = TwoWayTrack(path: try stage.file(signal, 0), types: [full, .url])
      let show = try Show(stage, [], players: [whole])
      let clip = try Clip(from: .samples(5_003), to: .samples(20_011))
      show.queue.append([QueueItem(track, clip: clip)])
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(!told.contains { $0.hasPrefix("failed") })
      #expect(whole.preparedTracks.isEmpty)
      #expect(try await stage.output() == signal[5_003..<20_011].pcm)
    }

    @Test("If no player of a track can play clips, the entry fails with that reason")
    func whereNoPlayerTrack() async throws {
      let full = PlayerType(rawValue: "full")
      let stage = try Stage(.file)
      let whole = FakePlayer(playerType: full, clock: SystemPlaybackClock(), capabilities: .whole)
      let show = try Show(stage, [], players: [whole])
      let track = TwoWayTrack(path: "none", types: [full])
      show.queue.append([QueueItem(track, clip: try Clip(from: .seconds(1)))])
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(told.contains { $0.hasPrefix("failed two ways unsupportedClip") })
      #expect(whole.preparedTracks.isEmpty)
    }
  }
}
