import Foundation
import HTTPTestSupport
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

/// What is heard of media that is kept on disk.
@Suite(.timeLimit(.minutes(1)))
struct CachedPlaybackTests {
  @Test func `A second hearing sounds as the first, also where the server is gone`() async throws {
    let sandbox = try Sandbox()
    let wav = Signal.sweep(frames: 88_200).wav
    let server = try LoopbackServer { .part(wav, $0) }
    let cache = MediaCache(folder: sandbox.path("cache"), limit: 10_000_000)
    var heard: [Data] = []
    for name in ["first.pcm", "second.pcm"] {
      let engine = try MPVEngine(
        configuration: .init(output: .pcm(path: sandbox.path(name)), cache: cache)
      )
      let queue = QueuePlayer(players: [URLPlayer(engine: engine)])
      try queue.set([URLTrack(url: server.url("/a.wav")), URLTrack(url: server.url("/a.wav"))])
      queue.play()
      try await eventually("the end") { queue.status.endReason != nil }
      await engine.close()
      heard.append(try sandbox.read(name))
      // Of the first, the second entry was played from the disk already, or from memory.
      server.stop()
    }
    #expect(heard[0].count == 88_200 * 4 * 2)
    #expect(heard[0] == heard[1])
    #expect(cache.usage().count == 1)
  }
}
